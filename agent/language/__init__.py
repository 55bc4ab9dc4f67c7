"""What words say: spans, amounts, days and places of a message; knows no tool."""
