/* ProcessPrng, which pydantic-core asks Windows 10 for and Wine 8 lacks: it fills a buffer with random bytes. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T size) {
    return RtlGenRandom(buffer, (ULONG)size);
}
