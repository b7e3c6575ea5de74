"""The database: game records, every ply durable before it is announced."""
