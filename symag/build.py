"""How the kernels are built: Cython compiles the `.py` files themselves; where there is no compiler they stay as is."""

from __future__ import annotations

from setuptools.command.build_ext import build_ext

__all__ = ["CythonBuild"]


class CythonBuild(build_ext):
    """`build_ext` that knows Cython's pure-Python mode."""

    def finalize_options(self) -> None:
        """Translate every extension's `.py` source to C first."""
        super().finalize_options()
        from Cython.Build import cythonize

        optional = {extension.name: extension.optional for extension in self.extensions}
        self.extensions = cythonize(self.extensions, language_level=3)  # type: ignore[no-untyped-call]
        self.distribution.ext_modules = self.extensions
        for extension in self.extensions:
            extension.optional = optional[extension.name]
