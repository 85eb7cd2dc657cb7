/// Reads a member that is there, which may be null.
fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: ::serde::Deserializer<'de>,
    T: ::serde::Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
