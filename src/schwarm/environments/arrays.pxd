from schwarm.bits cimport Word
from schwarm.game.game cimport Game

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    static inline void schwarm_clear(unsigned char *out, Py_ssize_t at, Py_ssize_t count) {
        memset(out + at, 0, (size_t)count);
    }
    static inline void schwarm_fetch(const void *place, Py_ssize_t count) {
        const char *byte = (const char *)place;
        for (Py_ssize_t k = 0; k < count; k += 64) __builtin_prefetch(byte + k, 1, 2);
    }
    static inline void schwarm_fetch_words(unsigned long long *block, Py_ssize_t at, Py_ssize_t count) {
        schwarm_fetch(block + at, 8 * count);
    }
    static inline void schwarm_fetch_tokens(unsigned short *tokens, Py_ssize_t count) {
        schwarm_fetch(tokens, 2 * count);
    }
    static inline void schwarm_fetch_bytes(unsigned char *out, Py_ssize_t at, Py_ssize_t count) {
        schwarm_fetch(out + at, count);
    }
    /* Memory that is walked through again and again: large pages, where the system has them, spare the
       processor the search for small ones. */
    #define SCHWARM_PAGE ((size_t)1 << 21)
    static inline unsigned long long *schwarm_new_block(Py_ssize_t count) {
        void *block = NULL;
    #ifdef _WIN32  /* large pages need a privilege there */
        block = calloc((size_t)count + 1, 8);
    #else
        size_t size = ((size_t)count * 8 + SCHWARM_PAGE - 1) / SCHWARM_PAGE * SCHWARM_PAGE;
        if ((size_t)count * 16 < SCHWARM_PAGE) {
            block = calloc((size_t)count + 1, 8);
        } else if (!posix_memalign(&block, SCHWARM_PAGE, size)) {
    #ifdef MADV_HUGEPAGE
            madvise(block, size, MADV_HUGEPAGE);
    #endif
            memset(block, 0, size);
        }
    #endif
        if (!block) abort();
        return (unsigned long long *)block;
    }
    /* A pool of lists with room for 1 << level moves: the codes, behind them the tokens. What is given back is
       lent next, while it is still in the processor's cache. */
    #define SCHWARM_LEVELS 48
    #define SCHWARM_CHUNK (SCHWARM_PAGE / 8)
    typedef struct {
        unsigned long long *idle[SCHWARM_LEVELS], *chunk;
        Py_ssize_t left;
    } schwarm_pool;
    static inline schwarm_pool *schwarm_new_pool(void) {
        schwarm_pool *pool = (schwarm_pool *)calloc(1, sizeof(*pool));
        if (!pool) abort();
        return pool;
    }
    static inline void schwarm_free_pool(schwarm_pool *pool) {
        while (pool && pool->chunk) {
            unsigned long long *chunk = pool->chunk;
            pool->chunk = (unsigned long long *)(size_t)chunk[0];
            free(chunk);
        }
        free(pool);
    }
    static inline unsigned long long *schwarm_lend(schwarm_pool *pool, int level, int small) {
        unsigned long long *list = pool->idle[level];
        Py_ssize_t words = ((Py_ssize_t)1 << level) / 4 * 5, whole = small ? words + 1 : (Py_ssize_t)SCHWARM_CHUNK;
        if (list) {
            pool->idle[level] = (unsigned long long *)(size_t)list[0];
            return list;
        }
        if (pool->left < words) {
            if (whole <= words) whole = words + 1;
            list = schwarm_new_block(whole);
            list[0] = (unsigned long long)(size_t)pool->chunk;
            pool->chunk = list;
            pool->left = whole - 1;
        }
        pool->left -= words;
        return pool->chunk + 1 + pool->left;
    }
    static inline void schwarm_give(schwarm_pool *pool, unsigned long long *list, int level) {
        list[0] = (unsigned long long)(size_t)pool->idle[level];
        pool->idle[level] = list;
    }
    static inline unsigned short *schwarm_tokens_of(unsigned long long *list, int level) {
        return (unsigned short *)(list + ((Py_ssize_t)1 << level));
    }
    static inline unsigned long long **schwarm_new_lists(Py_ssize_t count) {
        unsigned long long **lists = (unsigned long long **)calloc((size_t)count, sizeof(*lists));
        if (!lists) abort();
        return lists;
    }
    static inline void schwarm_free_lists(unsigned long long **lists) { free(lists); }
    """
    ctypedef struct Pool "schwarm_pool":
        pass
    Word* new_block "schwarm_new_block"(Py_ssize_t count) noexcept nogil
    Pool* new_pool "schwarm_new_pool"() noexcept nogil
    void free_pool "schwarm_free_pool"(Pool* pool) noexcept nogil
    Word* lend "schwarm_lend"(Pool* pool, int level, bint small) noexcept nogil
    void give "schwarm_give"(Pool* pool, Word* listed, int level) noexcept nogil
    unsigned short* tokens_of "schwarm_tokens_of"(Word* listed, int level) noexcept nogil
    Word** new_lists "schwarm_new_lists"(Py_ssize_t count) noexcept nogil
    void free_lists "schwarm_free_lists"(Word** lists) noexcept nogil
    void fetch_words "schwarm_fetch_words"(Word* block, Py_ssize_t at, Py_ssize_t count) noexcept nogil
    void fetch_tokens "schwarm_fetch_tokens"(unsigned short* tokens, Py_ssize_t count) noexcept nogil
    void fetch_bytes "schwarm_fetch_bytes"(unsigned char* out, Py_ssize_t at, Py_ssize_t count) noexcept nogil
    void clear "schwarm_clear"(unsigned char* out, Py_ssize_t at, Py_ssize_t count) noexcept nogil

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
    cdef readonly Py_ssize_t words
    cdef readonly bint composed
    cdef Game engine

    cdef void load(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef void save(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef Word decode(self, int action) noexcept nogil
    cdef int token(self, Word code, int place, int side) noexcept nogil
    cdef void mark(self, Word* codes, Py_ssize_t count, int side, unsigned char* mask, Py_ssize_t at) noexcept nogil
    cdef void spell(self, Word* codes, Py_ssize_t count, int place, int side, unsigned short* tokens) noexcept nogil
    cdef void hint(self, Word* hints, Py_ssize_t place) noexcept nogil
    cdef void fetch_mask(self, unsigned char* mask, Py_ssize_t at, Word* hints, Py_ssize_t place) noexcept nogil
    cdef void wipe(self, unsigned char* mask, Py_ssize_t at) noexcept nogil
    cdef void write(self, unsigned char* out, Py_ssize_t at, int side) noexcept nogil
    cdef void write_choice(self, Word code, int place, int side, unsigned char* out, Py_ssize_t at) noexcept nogil
    cpdef take(self, Game game)
    cpdef list paths(self, Game game)
    cpdef observe_into(self, Game game, object out, tuple chosen, int side)
