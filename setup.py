"""Compile every module that has a .pxd beside it. Without a C compiler the .py files serve as they are."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # hints are for people and mypy; C types come from the .pxd files
    "infer_types": True,  # locals take the type of what is assigned to them
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
}
HEADERS_ONLY = "bits"


class Wheel(bdist_wheel):  # type: ignore[misc]
    """Where nothing could be compiled the wheel says so: its tag fits every Python 3 on every system."""

    def get_tag(self) -> tuple[str, str, str]:
        """The tag of what was built, which is known only now."""
        built = self.get_finalized_command("build_ext").get_outputs()
        self.root_is_pure = not any(Path(path).exists() for path in built)
        tag: tuple[str, str, str] = super().get_tag()
        return tag


sources = [p.with_suffix(".py") for p in sorted(Path("src").rglob("*.pxd")) if p.stem != HEADERS_ONLY]
extensions = cythonize(  # type: ignore[no-untyped-call]
    [
        Extension(".".join(p.with_suffix("").parts[1:]), [str(p)], extra_compile_args=["-O3", "-g0"])
        for p in sources
    ],
    build_dir="build/cython",
    include_path=["src"],
    compiler_directives=DIRECTIVES,
)
for extension in extensions:
    extension.optional = True  # set here: cythonize() does not keep it
setup(ext_modules=extensions, cmdclass={"bdist_wheel": Wheel})
