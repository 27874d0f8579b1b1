// The types of agreement.std, as a user of serde writes them.
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A member that must be there, null or not.
fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(d)
}

/// Absent against null.
fn double<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(d).map(Some)
}

fn five() -> i64 {
    5
}

#[derive(Serialize, Deserialize)]
pub struct Point {
    x: i64,
    y: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Camel {
    user_id: i64,
    is_active: bool,
    id_2fa: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct Screaming {
    max_size: i64,
    http_url: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Kebab {
    first_name: String,
    last_name: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Pascal {
    unit_price: f64,
    in_stock: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    a: i64,
    b: String,
}

#[derive(Serialize, Deserialize)]
pub struct Optional {
    a: Option<i64>,
    b: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Nullable {
    #[serde(deserialize_with = "required")]
    a: Option<i64>,
    #[serde(deserialize_with = "required")]
    b: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Defaults {
    #[serde(default = "five")]
    a: i64,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Skipping {
    a: i64,
    #[serde(skip)]
    #[allow(dead_code)]
    cache: i64,
}

#[derive(Serialize, Deserialize)]
pub struct Sparse {
    a: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i64>,
}

#[derive(Serialize, Deserialize)]
pub struct Page {
    page: i64,
    size: i64,
}

#[derive(Serialize, Deserialize)]
pub struct Paged {
    id: i64,
    #[serde(flatten)]
    page: Page,
}

#[derive(Serialize, Deserialize)]
pub struct Extended {
    id: i64,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
pub struct MaybePaged {
    id: i64,
    #[serde(flatten)]
    page: Option<Page>,
}

#[derive(Serialize, Deserialize)]
pub struct Aliased {
    #[serde(alias = "old", alias = "older")]
    name: String,
}

#[derive(Serialize, Deserialize)]
pub struct Renamed {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Serialize, Deserialize)]
pub struct Patch {
    #[serde(default, deserialize_with = "double", skip_serializing_if = "Option::is_none")]
    name: Option<Option<String>>,
    #[serde(default, deserialize_with = "double", skip_serializing_if = "Option::is_none")]
    a: Option<Option<i64>>,
}

#[derive(Serialize, Deserialize)]
pub struct Tree {
    value: i64,
    kids: Vec<Tree>,
}

#[derive(Serialize, Deserialize)]
pub struct Link {
    value: i64,
    next: Option<Box<Link>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Queued,
    InProgress,
    IOError,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    Low,
    VeryHigh,
    #[serde(rename = "off")]
    Disabled,
}

#[derive(Serialize, Deserialize)]
pub enum External {
    A,
    B(i64),
    C(i64, String),
    D { x: i64, y: i64 },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ExternalRenamed {
    NotSeen,
    SeenOnce { user_id: i64, is_active: bool },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Tagged {
    Empty,
    At(Point),
    Named { name: String },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    Empty,
    One(i64),
    Two(i64, String),
    Named { x: i64, y: i64 },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Untagged {
    Whole(i64),
    Text(String),
    Many(Vec<i64>),
    At(Point),
    Named { name: String },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", deny_unknown_fields)]
pub enum StrictTagged {
    At { x: i64, y: i64 },
    Named { name: String },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Open {
    OrderPlaced { id: i64 },
    OrderSent,
    #[serde(other)]
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
pub enum OpenAdjacent {
    One(i64),
    #[serde(other)]
    Unknown,
}

#[derive(Serialize, Deserialize)]
pub struct Order {
    id: i64,
    state: State,
    items: Vec<Item>,
    notes: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    unit_price: f64,
    #[serde(default)]
    tags: Vec<String>,
    event: Tagged,
}

#[derive(Serialize, Deserialize)]
pub struct Envelope {
    id: i64,
    #[serde(flatten)]
    event: Open,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum AliasedVariant {
    #[serde(rename = "point", alias = "At", alias = "at")]
    Point { x: i64 },
    #[serde(rename = "nothing")]
    Nothing,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    Number(i64),
    Text(String),
}

#[derive(Serialize, Deserialize)]
pub struct Keyed {
    id: Id,
    page: Option<Page>,
}
