// Functions that read only a part of a long argument, or nothing of it: readers and writers that begin to read
// later, iterators, wrappers of handlers, and functions that return or store their argument. They are charged for
// what they read.
const BY_MODULE: Readonly<Record<string, string>> = {
  api: "ApiError.new ApiError.bad_request ApiError.unauthorized ApiError.forbidden ApiError.not_found ApiError.conflict ApiError.gone ApiError.unprocessable ApiError.internal ApiError.unavailable ApiError.field ApiError.code ApiError.to_problem Operation.secured Api.get Api.post Api.put Api.patch Api.delete Api.route Api.wrap Response.to_response Created.at Api.new Api.group Api.bearer Api.serve_docs ApiClient.header ApiClient.bearer",
  bytes:
    "get_f32_be get_f32_le get_f64_be get_f64_le get_i16_be get_i16_le get_i32_be get_i32_le get_i64_be get_i64_le get_i8 get_u16_be get_u16_le get_u32_be get_u32_le get_u64_be get_u64_le get_u8",
  collections:
    "Deque.back Deque.clear Deque.front Deque.get Deque.is_empty Deque.len Deque.pop_back Deque.pop_front Deque.push_back Deque.push_front",
  compress:
    "ArchiveEntry.dir ArchiveEntry.file ArchiveEntry.link brotli_reader brotli_writer gunzip_reader gunzip_writer gzip_reader gzip_writer tar_reader tar_writer unbrotli_reader unbrotli_writer unzlib_reader unzlib_writer unzstd_reader unzstd_writer zip_writer zlib_reader zlib_writer zstd_reader zstd_writer",
  core: "List.get List.is_empty List.len List.push Option.expect Result.expect String.is_empty String.len String.to_string",
  csv: "format_with reader writer",
  decimal: "Decimal.from_json",
  error: "Error.is Error.with_context error error_code error_kind",
  flags: "Flags.parse",
  fmt: "String.debug",
  http: "Cookie.new Cookie.path Cookie.domain Cookie.max_age Cookie.secure Cookie.http_only Cookie.same_site Response.heartbeat_ms Response.trailers Response.copy Response.status_code Server.trust_proxies Server.ws_origins Server.fallback Server.wrap Server.websocket_with Request.early_hints ClientRequest.form ClientRequest.body_stream ClientRequest.body_stream_of",
  io: "Buffer.clear Buffer.len TextReader.read buffered limited lines reader",
  iter: "List.iter ListIter.chain ListIter.enumerate ListIter.filter ListIter.find ListIter.flat_map ListIter.map ListIter.next ListIter.position ListIter.skip ListIter.skip_while ListIter.step_by ListIter.take ListIter.take_while ListIter.zip ListIter.join ListIter.filter_map ListIter.inspect ListIter.scan ListIter.none ListIter.flatten all find position from_list",
  json: "merge_patch patch from_value_all FieldError.at JsonValue.as_array JsonValue.as_object JsonValue.to_json JsonValue.from_json Bool.from_json Char.from_json Counter.from_json Deque.from_json Float.from_json Heap.from_json Int.from_json JsonValue.as_bool JsonValue.as_int JsonValue.as_number JsonValue.as_string JsonValue.at JsonValue.is_null JsonValue.keys JsonValue.length List.from_json Map.from_json Map.to_json Option.from_json SortedMap.from_json String.from_json from_json_value json_array json_object reader reader_of writer",
  jwt: "Key.key_for Keys.key_for jwks",
  list: "first last slice",
  lists:
    "List.drop_last List.find_last List.is_sorted List.step_by List.get_opt List.take_while List.swap List.binary_search",
  log: "with Logger.with",
  mail: "Message.from Message.to Message.bcc Message.subject Message.text Message.html Message.attach",
  metrics: "Counter.with Gauge.with Histogram.with",
  mime: "extension_of type_of",
  prelude:
    "List.all List.any List.clear List.drop List.find List.first List.last List.pop_first List.remove_at List.slice List.windows",
  test: "assert_msg assert_eq_msg assert_eq_int_msg assert_eq_float_msg assert_none_msg assert_ok_msg assert_err_msg",
  texts: "String.to_bool String.split_at",
  process: "Command.args",
  random: "Rng.choice",
  string: "String.byte_at String.char_at String.concat String.length String.substring",
  sqlite: "String.to_sql blob name Database.set_synchronous",
  time: "Date.from_json DateTime.from_json",
  term: "Style.paint Style.paint_error red green yellow blue bold dim Table.new Table.row Table.right progress Progress.advance Progress.set Progress.done Progress.finish",
  web: "CorsOptions.new cors cors_with sessions sessions_with csrf csrf_with metrics rate_limit_by",
  xml: "reader Element.attr Element.child XmlReader.next_element",
  url: "Url.query_value Url.query_values",
};

/** By `module.function` or `module.Type.function`. */
export const READS_A_PART: ReadonlySet<string> = new Set(
  Object.entries(BY_MODULE).flatMap(([module, names]) => names.split(" ").map((name) => `${module}.${name}`)),
);
