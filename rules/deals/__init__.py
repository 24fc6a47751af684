"""Whole deals (一副牌): their score, their replay, their notation."""
