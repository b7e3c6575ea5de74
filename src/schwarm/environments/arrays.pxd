from schwarm.bits cimport Word
from schwarm.game.game cimport Game

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    static inline void schwarm_clear(unsigned char *out, long at, long count) {
        memset(out + at, 0, (size_t)count);
    }
    static inline void schwarm_fetch(const void *place, long count) {
        const char *byte = (const char *)place;
        for (long k = 0; k < count; k += 64) __builtin_prefetch(byte + k, 1, 2);
    }
    static inline void schwarm_fetch_words(unsigned long long *block, long at, long count) {
        schwarm_fetch(block + at, 8 * count);
    }
    static inline void schwarm_fetch_tokens(unsigned short *tokens, long count) {
        schwarm_fetch(tokens, 2 * count);
    }
    static inline void schwarm_fetch_bytes(unsigned char *out, long at, long count) {
        schwarm_fetch(out + at, count);
    }
    static inline unsigned long long **schwarm_new_lists(long count) {
        unsigned long long **lists = (unsigned long long **)calloc((size_t)count, sizeof(*lists));
        if (!lists) abort();
        return lists;
    }
    static inline void schwarm_free_lists(unsigned long long **lists, long count) {
        for (long i = 0; lists && i < count; i++) free(lists[i]);
        free(lists);
    }
    static inline unsigned short **schwarm_new_token_lists(long count) {
        return (unsigned short **)schwarm_new_lists(count);
    }
    static inline void schwarm_free_token_lists(unsigned short **lists, long count) {
        schwarm_free_lists((unsigned long long **)lists, count);
    }
    static inline unsigned short *schwarm_new_tokens(unsigned short *old, long count) {
        unsigned short *tokens = (unsigned short *)realloc(old, (size_t)count * sizeof(*tokens));
        if (!tokens) abort();
        return tokens;
    }
    """
    unsigned short** new_token_lists "schwarm_new_token_lists"(long count) noexcept nogil
    void free_token_lists "schwarm_free_token_lists"(unsigned short** lists, long count) noexcept nogil
    unsigned short* new_tokens "schwarm_new_tokens"(unsigned short* old, long count) noexcept nogil
    Word** new_lists "schwarm_new_lists"(long count) noexcept nogil
    void free_lists "schwarm_free_lists"(Word** lists, long count) noexcept nogil
    void fetch_words "schwarm_fetch_words"(Word* block, long at, long count) noexcept nogil
    void fetch_tokens "schwarm_fetch_tokens"(unsigned short* tokens, long count) noexcept nogil
    void fetch_bytes "schwarm_fetch_bytes"(unsigned char* out, long at, long count) noexcept nogil
    void clear "schwarm_clear"(unsigned char* out, long at, long count) noexcept nogil

cdef inline unsigned char* bytes_of(object array):
    return <unsigned char*><size_t>array.ctypes.data

cdef inline long long* integers_of(object array):
    return <long long*><size_t>array.ctypes.data

cdef inline unsigned short* shorts_of(object array):
    return <unsigned short*><size_t>array.ctypes.data

cdef inline float* reals_of(object array):
    return <float*><size_t>array.ctypes.data

cdef int END

cdef class Arrays:
    cdef readonly object layout, bound
    cdef readonly int actions, size
    cdef readonly long words
    cdef readonly bint composed
    cdef Game engine

    cdef void load(self, Word* block, long at) noexcept nogil
    cdef void save(self, Word* block, long at) noexcept nogil
    cdef Word decode(self, int action) noexcept nogil
    cdef int token(self, Word code, int place, int side) noexcept nogil
    cdef void mark(self, Word* codes, long count, int side, unsigned char* mask, long at) noexcept nogil
    cdef void spell(self, Word* codes, long count, int place, int side, unsigned short* tokens) noexcept nogil
    cdef void fetch_mask(self, unsigned char* mask, long at) noexcept nogil
    cdef void wipe(self, unsigned char* mask, long at) noexcept nogil
    cdef void write(self, unsigned char* out, long at, int side) noexcept nogil
    cdef void write_choice(self, Word code, int place, int side, unsigned char* out, long at) noexcept nogil
    cpdef take(self, Game game)
    cpdef list paths(self, Game game)
    cpdef observe_into(self, Game game, object out, tuple chosen, int side)
