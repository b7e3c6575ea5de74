/** Nothing special: boards of squares do all that this game needs. A module here may define an element of its own. */

document.documentElement.dataset.breakthrough = "here";
