# C side of bits.py. A board is one 128-bit integer of the compiler; population counts are one instruction of the
# machine (a flag in setup.py).
cdef enum:
    BOARD_WORDS = 2
    MOST_CELLS = 128
    OFF = 128
    PLACES = 129

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #define NOMINMAX
    #include <windows.h>
    #undef far  /* words that are names elsewhere */
    #undef near
    #else
    #include <time.h>
    #endif
    typedef unsigned __int128 schwarm_board;
    typedef unsigned long long schwarm_word;
    static inline int schwarm_popcount(schwarm_board b) {
        return __builtin_popcountll((schwarm_word)b) + __builtin_popcountll((schwarm_word)(b >> 64));
    }
    static inline int schwarm_lowest(schwarm_board b) {
        schwarm_word low = (schwarm_word)b;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((schwarm_word)(b >> 64));
    }
    static inline int schwarm_nth(schwarm_board b, int number) {
        schwarm_word word = (schwarm_word)b;
        int low = __builtin_popcountll(word), above = number >= low;
        if (above) { word = (schwarm_word)(b >> 64); number -= low; }
        while (number--) word &= word - 1;
        return 64 * above + __builtin_ctzll(word);
    }
    static inline schwarm_board schwarm_cell(int i) { return (schwarm_board)1 << i; }
    static inline schwarm_word schwarm_low_word(schwarm_board b) { return (schwarm_word)b; }
    static inline schwarm_word schwarm_high_word(schwarm_board b) { return (schwarm_word)(b >> 64); }
    static inline schwarm_board schwarm_join_words(schwarm_word low, schwarm_word high) {
        return (schwarm_board)high << 64 | low;
    }
    static inline schwarm_word schwarm_word_of(schwarm_board b, int place) { return (schwarm_word)(b >> 64 * place); }
    static inline void schwarm_keep_board(schwarm_word *block, Py_ssize_t at, schwarm_board b) {
        block[at] = (schwarm_word)b;
        block[at + 1] = (schwarm_word)(b >> 64);
    }
    static inline schwarm_board schwarm_board_at(const schwarm_word *block, Py_ssize_t at) {
        return (schwarm_board)block[at + 1] << 64 | block[at];
    }
    static inline schwarm_board schwarm_up(schwarm_board b, int n) {
        schwarm_word low = (schwarm_word)b, high = (schwarm_word)(b >> 64);
        return (schwarm_board)(high << n | low >> (64 - n)) << 64 | low << n;
    }
    static inline schwarm_board schwarm_down(schwarm_board b, int n) {
        schwarm_word low = (schwarm_word)b, high = (schwarm_word)(b >> 64);
        return (schwarm_board)(high >> n) << 64 | (low >> n | high << (64 - n));
    }
    static inline schwarm_word schwarm_mix(schwarm_word z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    static inline schwarm_word schwarm_advance(schwarm_word z) { return z + 0x9E3779B97F4A7C15ULL; }
    static inline schwarm_word schwarm_stream_state(schwarm_word seed, schwarm_word number) {
        return schwarm_mix(seed) + (number + 1) * 0x9E3779B97F4A7C15ULL;
    }
    static inline int schwarm_below(schwarm_word x, int n) { return (int)(((x >> 32) * (schwarm_word)n) >> 32); }
    static inline schwarm_word *schwarm_block(schwarm_word *old, Py_ssize_t wanted) {
        schwarm_word *block = (schwarm_word *)realloc(old, (size_t)wanted * sizeof(schwarm_word));
        if (!block) abort();  /* out of memory inside a search: there is nobody to tell */
        return block;
    }
    static inline schwarm_word *schwarm_new_words(Py_ssize_t count) {
        schwarm_word *block = schwarm_block(NULL, count);
        memset(block, 0, (size_t)count * sizeof(schwarm_word));
        return block;
    }
    static inline schwarm_word *schwarm_more_words(schwarm_word *old, Py_ssize_t count, Py_ssize_t wanted) {
        schwarm_word *block = schwarm_block(old, wanted);
        memset(block + count, 0, (size_t)(wanted - count) * sizeof(schwarm_word));
        return block;
    }
    static inline void schwarm_sort_words(schwarm_word *block, Py_ssize_t count) {
        for (Py_ssize_t i = 1; i < count; i++) {
            schwarm_word word = block[i];
            Py_ssize_t j = i;
            for (; j > 0 && block[j - 1] > word; j--) block[j] = block[j - 1];
            block[j] = word;
        }
    }
    static inline schwarm_word *schwarm_raw_words(Py_ssize_t count) { return schwarm_block(NULL, count ? count : 1); }
    static inline void schwarm_copy_words(schwarm_word *to, Py_ssize_t at, schwarm_word *from, Py_ssize_t start, Py_ssize_t count) {
        if (count > 0) memcpy(to + at, from + start, (size_t)count * sizeof(schwarm_word));
    }
    static inline void schwarm_copy_bytes(char *to, const char *from, Py_ssize_t count) {
        memcpy(to, from, (size_t)count);
    }
    static inline void schwarm_keep_bytes(schwarm_word *block, Py_ssize_t at, const char *from, Py_ssize_t count) {
        memcpy(block + at, from, (size_t)count);
    }
    static inline void schwarm_bring_bytes(char *to, const schwarm_word *block, Py_ssize_t at, Py_ssize_t count) {
        memcpy(to, block + at, (size_t)count);
    }
    static inline schwarm_word schwarm_digest_words(schwarm_word *block, Py_ssize_t at, Py_ssize_t count) {
        schwarm_word sum = (schwarm_word)count;
        for (Py_ssize_t i = 0; i < count; i++) sum = (sum ^ block[at + i]) * 0x9E3779B97F4A7C15ULL;
        return schwarm_mix(sum);
    }
    static inline void schwarm_free_words(schwarm_word *block) { free(block); }
    static inline int *schwarm_more_numbers(int *old, Py_ssize_t count, Py_ssize_t wanted) {
        int *block = (int *)realloc(old, (size_t)wanted * sizeof(int));
        if (!block) abort();
        memset(block + count, 0, (size_t)(wanted - count) * sizeof(int));
        return block;
    }
    static inline int *schwarm_new_numbers(Py_ssize_t count) { return schwarm_more_numbers(NULL, 0, count); }
    static inline void schwarm_free_numbers(int *block) { free(block); }
    static inline double *schwarm_new_reals(Py_ssize_t count) {
        double *block = (double *)calloc((size_t)count, sizeof(double));
        if (!block) abort();
        return block;
    }
    static inline void schwarm_free_reals(double *block) { free(block); }
    static inline long long schwarm_clock_us(void) {
    #ifdef _WIN32
        LARGE_INTEGER now, second;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&second);
        return now.QuadPart / second.QuadPart * 1000000 + now.QuadPart % second.QuadPart * 1000000 / second.QuadPart;
    #else
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    #endif
    }
    """
    ctypedef unsigned long long Board "schwarm_board"
    ctypedef unsigned long long Word "schwarm_word"
    ctypedef char Mark "char"            # a place in the memory of a game, see game.py
    Board cell "schwarm_cell"(int number) noexcept nogil
    int lowest "schwarm_lowest"(Board board) noexcept nogil
    int lowest_of "__builtin_ctzll"(Word word) noexcept nogil
    int nth_set "schwarm_nth"(Board board, int number) noexcept nogil
    int popcount "schwarm_popcount"(Board board) noexcept nogil
    Word low_word "schwarm_low_word"(Board board) noexcept nogil
    Word high_word "schwarm_high_word"(Board board) noexcept nogil
    Board join_words "schwarm_join_words"(Word low, Word high) noexcept nogil
    Word word_of "schwarm_word_of"(Board board, int place) noexcept nogil
    void keep_board "schwarm_keep_board"(Word* words, Py_ssize_t at, Board board) noexcept nogil
    Board board_at "schwarm_board_at"(Word* words, Py_ssize_t at) noexcept nogil
    Board up "schwarm_up"(Board board, int steps) noexcept nogil
    Board down "schwarm_down"(Board board, int steps) noexcept nogil
    int ones_of "__builtin_popcountll"(Word word) noexcept nogil
    Word mix "schwarm_mix"(Word word) noexcept nogil
    Word advance "schwarm_advance"(Word state) noexcept nogil
    Word stream_state "schwarm_stream_state"(Word seed, Word number) noexcept nogil
    int below "schwarm_below"(Word word, int count) noexcept nogil
    Word* new_words "schwarm_new_words"(Py_ssize_t count) noexcept nogil
    Word* more_words "schwarm_more_words"(Word* words, Py_ssize_t count, Py_ssize_t wanted) noexcept nogil
    Word* raw_words "schwarm_raw_words"(Py_ssize_t count) noexcept nogil
    void copy_words "schwarm_copy_words"(Word* to, Py_ssize_t at, Word* words, Py_ssize_t start, Py_ssize_t count) noexcept nogil
    void copy_bytes "schwarm_copy_bytes"(char* to, char* source, Py_ssize_t count) noexcept nogil
    void keep_bytes "schwarm_keep_bytes"(Word* block, Py_ssize_t at, char* source, Py_ssize_t count) noexcept nogil
    void bring_bytes "schwarm_bring_bytes"(char* to, Word* block, Py_ssize_t at, Py_ssize_t count) noexcept nogil
    Word digest_words "schwarm_digest_words"(Word* words, Py_ssize_t at, Py_ssize_t count) noexcept nogil
    void free_words "schwarm_free_words"(Word* words) noexcept nogil
    void sort_words "schwarm_sort_words"(Word* words, Py_ssize_t count) noexcept nogil
    int* new_numbers "schwarm_new_numbers"(Py_ssize_t count) noexcept nogil
    int* more_numbers "schwarm_more_numbers"(int* numbers, Py_ssize_t count, Py_ssize_t wanted) noexcept nogil
    void free_numbers "schwarm_free_numbers"(int* numbers) noexcept nogil
    double* new_reals "schwarm_new_reals"(Py_ssize_t count) noexcept nogil
    void free_reals "schwarm_free_reals"(double* reals) noexcept nogil
    long long clock_us "schwarm_clock_us"() noexcept nogil
