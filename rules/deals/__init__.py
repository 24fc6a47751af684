"""Whole deals (一局牌): their score, their replay, their notation."""
