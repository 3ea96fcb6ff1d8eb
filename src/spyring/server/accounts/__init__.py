"""Accounts: passwords, signing in, and recovery of a forgotten password."""
