//! What people read, and where it points.
