"""Symmetries: an image of a position has the image of its mask, as playing on shows."""

import random

import pytest

import schwarm

np = pytest.importorskip("numpy", reason="the environments need numpy")

from schwarm import environments  # noqa: E402
from schwarm.environments.single import Array  # noqa: E402


def images(name: str) -> list[tuple[Array, Array]]:
    """The views of random positions."""
    found = []
    chooser = random.Random(4)
    for seed in range(3):
        table = environments.ArrayGame(schwarm.new_game(name, seed=seed))
        for _ in range(15):
            actions = table.legal_actions()
            if not actions:
                break
            found.append((table.observe(), table.mask()))
            table.act(chooser.choice(actions))
    return found


@pytest.mark.parametrize("name", schwarm.list_games())
def test_images_keep_every_number_and_come_back(name: str) -> None:
    layout = environments.layout_of(name)
    for symmetry in range(layout.symmetries):
        for seen, mask in images(name):
            turned, turned_mask = environments.transform(layout, symmetry, seen, mask)
            assert sorted(turned) == sorted(seen)
            assert turned_mask.sum() == mask.sum()
            returns = [
                environments.transform(layout, back, turned, turned_mask)[0]
                for back in range(layout.symmetries)
            ]
            assert any((image == seen).all() for image in returns)


def position_of_piranhas(seen: Array) -> str:
    """The position text of an observation of red."""
    planes = seen[:700].reshape(7, 10, 10)
    letters = np.full((10, 10), ".", dtype="<U1")
    for plane, letter in enumerate("123456#"):
        letters[planes[plane] == 1] = letter
    return "/".join("".join(row) for row in letters) + f" {seen[700]} -"


def test_the_image_of_a_position_of_piranhas_has_the_image_of_its_mask() -> None:
    layout = environments.layout_of("piranhas")
    for seen, mask in images("piranhas"):
        if seen[704] == 0:
            continue  # blue's
        for symmetry in range(4):
            turned, turned_mask = environments.transform(layout, symmetry, seen, mask)
            game = schwarm.new_game("piranhas", position=position_of_piranhas(turned))
            assert (environments.legal_mask(game) == turned_mask).all()


def test_the_image_of_a_position_of_hive_has_the_image_of_its_mask() -> None:
    from schwarm.games.hive.arrays_tables import ALL, image

    layout = environments.layout_of("hive")
    chooser = random.Random(2)
    for symmetry in range(12):
        game = schwarm.new_game("hive", seed=symmetry)
        berries = [ALL[k] for k, letter in enumerate(game.position().replace("/", "")[:91]) if letter == "#"]
        for _ in range(14):
            game.play(chooser.choice(game.legal_moves()))
        # What stands at image(f) in the position comes to f in its image.
        back = {image(field, symmetry): field for field in ALL}

        def turn(text: str, back: dict[tuple[int, int], tuple[int, int]] = back) -> str:
            for mark in "@>":
                if mark in text:
                    parts = text.split(mark)
                    fields = [
                        "{},{}".format(*back[tuple(map(int, part.split(",")))]) if "," in part else part  # type: ignore[index]
                        for part in parts
                    ]
                    return mark.join(fields)
            return text

        spots = " ".join("{},{}".format(*back[berry]) for berry in berries)
        twin = schwarm.new_game("hive", berries=spots)
        for move in game.history:
            twin.play(turn(move))
        turned, mask = environments.transform(
            layout, symmetry, environments.observe(game), environments.legal_mask(game)
        )
        assert (environments.observe(twin) == turned).all()
        assert (environments.legal_mask(twin) == mask).all()


def test_there_is_no_such_symmetry() -> None:
    layout = environments.layout_of("protista")
    row, mask = np.zeros(layout.size, np.uint8), np.zeros(layout.actions)
    with pytest.raises(environments.BadArray, match="expected a symmetry from 0 to 0, not 1"):
        environments.transform(layout, 1, row, mask)
    with pytest.raises(environments.BadArray, match=f"expected observations of {layout.size} bytes, not 3"):
        environments.transform(layout, 0, row[:3], mask)
    with pytest.raises(environments.BadArray, match="numbers for the actions, not 4"):
        environments.transform(layout, 0, row, mask[:4])
