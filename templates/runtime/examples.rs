//! Named examples of the description, as answers of functions that are not written yet.

use serde_json::Value;

/// The environment variable that turns them on.
const VARIABLE: &str = "MCPDESC_EXAMPLES";

/// The examples by table and position; empty where they are off.
#[derive(Debug, Default)]
pub(crate) struct Examples(Value);

impl Examples {
    pub(crate) fn new(json: &str) -> Self {
        if std::env::var_os(VARIABLE).is_none_or(|value| value != "1") {
            return Self::default();
        }
        tracing::warn!("{VARIABLE}=1: functions that are not written answer with examples");
        Self(serde_json::from_str(json).unwrap_or_default())
    }

    /// The result of the example whose input is exactly this one.
    pub(crate) fn result<T: serde::de::DeserializeOwned>(
        &self,
        table: &str,
        position: usize,
        input: &Value,
    ) -> Option<T> {
        let examples = self.0.get(table)?.get(position.to_string())?.as_array()?;
        let example = examples
            .iter()
            .find(|it| it.get(0).is_some_and(|it| equal(it, input)))?;
        let result = serde_json::from_value(example.get(1)?.clone());
        result
            .inspect_err(|error| tracing::warn!("an example cannot be sent: {error}"))
            .ok()
    }
}

/// Whether two values are the same JSON: members in any order, numbers by value.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || (!(left.is_f64() && right.is_f64()) && left.as_f64() == right.as_f64())
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let has = |(name, value)| right.get(name).is_some_and(|it| equal(it, value));
            left.len() == right.len() && left.iter().all(has)
        }
        _ => left == right,
    }
}
