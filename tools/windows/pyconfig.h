/* What CPython's headers and the C of Cython need to know of Windows x64, for compilers that take gcc's options. */
#ifndef Py_CONFIG_H
#define Py_CONFIG_H
#include <io.h>
#define MS_WIN32
#define MS_WINDOWS
#define MS_COREDLL
#define NT_THREADS
#define PLATFORM "win32"
#define Py_ENABLE_SHARED 1
#define HAVE_DECLSPEC_DLL 1
#define WITH_DOC_STRINGS 1
#define WITH_PYMALLOC 1
#define WITH_FREELISTS 1
#define WITH_MIMALLOC 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_OFF_T 4
#define SIZEOF_PID_T 4
#define SIZEOF__BOOL 1
#define SIZEOF_FPOS_T 8
#define SIZEOF_HKEY 8
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 8
#define ALIGNOF_MAX_ALIGN_T 16
#define HAVE_LONG_LONG 1
#define HAVE_UINTPTR_T 1
#define HAVE_INTPTR_T 1
#define HAVE_STDDEF_H 1
#define HAVE_ERRNO_H 1
#define HAVE_FCNTL_H 1
#define HAVE_PROCESS_H 1
#define HAVE_SIGNAL_H 1
#define HAVE_WCHAR_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_STDARG_PROTOTYPES 1
#define STDC_HEADERS 1
#endif
