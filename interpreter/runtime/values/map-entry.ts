/** The struct `Entry<K, V>`: assigning to `_value` writes through to the map it came from. */
export class MapEntry<K, V> {
  _key: K;
  _value: V;
  constructor(key: K, value: V) {
    this._key = key;
    this._value = value;
  }
}
