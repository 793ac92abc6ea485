"""Eyes, as the book's `dlgo.agent.helpers_fast` has them."""

from ..goboard import is_point_an_eye

__all__ = ["is_point_an_eye"]
