// Decodes each document of documents.jsonl as each type and prints what serde_json reads: a line with the name of the
// type, the number of the document, and the value as serde_json writes it. What it refuses is left out.
//
//     cargo run --release > agreement.tsv
mod types;

use serde::{de::DeserializeOwned, Serialize};
use std::collections::BTreeMap;
use types::*;

struct Run {
    documents: Vec<String>,
}

impl Run {
    fn try_all<T: DeserializeOwned + Serialize>(&self, name: &str) {
        for (number, text) in self.documents.iter().enumerate() {
            if let Ok(value) = serde_json::from_str::<T>(text) {
                println!("{name}\t{number}\t{}", serde_json::to_string(&value).unwrap());
            }
        }
    }
}

fn main() {
    let text = std::fs::read_to_string("documents.jsonl").unwrap();
    let run = Run { documents: text.lines().map(str::to_string).collect() };
    run.try_all::<i64>("Int");
    run.try_all::<f64>("Float");
    run.try_all::<bool>("Bool");
    run.try_all::<String>("String");
    run.try_all::<char>("Char");
    run.try_all::<Vec<i64>>("List<Int>");
    run.try_all::<Option<i64>>("Int?");
    run.try_all::<BTreeMap<String, i64>>("Map<String, Int>");
    run.try_all::<BTreeMap<String, Option<f64>>>("Map<String, Float?>");
    run.try_all::<(i64, String)>("(Int, String)");
    run.try_all::<serde_json::Value>("JsonValue");
    run.try_all::<Point>("Point");
    run.try_all::<Camel>("Camel");
    run.try_all::<Screaming>("Screaming");
    run.try_all::<Kebab>("Kebab");
    run.try_all::<Pascal>("Pascal");
    run.try_all::<Strict>("Strict");
    run.try_all::<Optional>("Optional");
    run.try_all::<Nullable>("Nullable");
    run.try_all::<Defaults>("Defaults");
    run.try_all::<Skipping>("Skipping");
    run.try_all::<Sparse>("Sparse");
    run.try_all::<Paged>("Paged");
    run.try_all::<Extended>("Extended");
    run.try_all::<MaybePaged>("MaybePaged");
    run.try_all::<Aliased>("Aliased");
    run.try_all::<Renamed>("Renamed");
    run.try_all::<Patch>("Patch");
    run.try_all::<Tree>("Tree");
    run.try_all::<Link>("Link");
    run.try_all::<State>("State");
    run.try_all::<Level>("Level");
    run.try_all::<External>("External");
    run.try_all::<ExternalRenamed>("ExternalRenamed");
    run.try_all::<Tagged>("Tagged");
    run.try_all::<Adjacent>("Adjacent");
    run.try_all::<Untagged>("Untagged");
    run.try_all::<StrictTagged>("StrictTagged");
    run.try_all::<Open>("Open");
    run.try_all::<OpenAdjacent>("OpenAdjacent");
    run.try_all::<Order>("Order");
    run.try_all::<Envelope>("Envelope");
    run.try_all::<AliasedVariant>("AliasedVariant");
    run.try_all::<Keyed>("Keyed");
}
