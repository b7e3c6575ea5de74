"""The Software-Challenge: its XML, a server for its clients, a client for its servers, its replays."""
