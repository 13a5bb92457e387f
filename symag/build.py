"""How the compiled modules are built: Cython compiles their `.py` files; without a compiler they stay Python."""

from __future__ import annotations

from setuptools.command.build_ext import build_ext

__all__ = ["CythonBuild"]


class CythonBuild(build_ext):
    """`build_ext` that knows Cython's pure-Python mode."""

    def finalize_options(self) -> None:
        """Translate every extension's `.py` source to C first, before setuptools looks at the extensions."""
        from Cython.Build import cythonize

        given = self.distribution.ext_modules or []
        optional = {extension.name: extension.optional for extension in given}
        compiled = cythonize(given, language_level=3)  # type: ignore[no-untyped-call]
        for extension in compiled:
            extension.optional = optional[extension.name]
        self.distribution.ext_modules = compiled
        super().finalize_options()

    def build_extensions(self) -> None:
        """Without what only debuggers read, and without what makes the code larger but not faster: a user who installs
        from source waits half as long."""
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args += ["-g0", "-O2"]
        super().build_extensions()
