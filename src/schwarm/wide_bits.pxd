# Boards of up to 320 cells, for rules that are compiled once more (setup.py, `assembled`): five words instead of one
# integer. Such a module is C++, whose operators let the same source be read for both; it uses nothing else of it.
from schwarm.bits cimport (
    Mark, Word, advance, copy_words, free_words, lowest_of, mix, more_words, new_words, ones_of, raw_words,
    stream_state,
)

cdef enum:
    BOARD_WORDS = 5
    MOST_CELLS = 320
    OFF = 320
    PLACES = 321

cdef extern from *:
    """
    #define SCHWARM_WORDS 5
    struct schwarm_wide {
        schwarm_word word[SCHWARM_WORDS];
        schwarm_wide() = default;
        template <class Number> schwarm_wide(Number number) {  /* of integers: a negative one has all bits set */
            word[0] = (schwarm_word)number;
            for (int i = 1; i < SCHWARM_WORDS; i++) word[i] = number < 0 ? ~0ULL : 0;
        }
        template <class Number> explicit operator Number() const { return (Number)word[0]; }
        schwarm_wide operator~() const {
            schwarm_wide r;
            for (int i = 0; i < SCHWARM_WORDS; i++) r.word[i] = ~word[i];
            return r;
        }
        schwarm_wide operator-() const { return ~*this + 1; }
        schwarm_wide operator*(const schwarm_wide &b) const { return -b; }  /* only of -1, where a number becomes a board */
    #define SCHWARM_BITWISE(sign) \
        friend schwarm_wide operator sign(const schwarm_wide &a, const schwarm_wide &b) { \
            schwarm_wide r; \
            for (int i = 0; i < SCHWARM_WORDS; i++) r.word[i] = a.word[i] sign b.word[i]; \
            return r; \
        }
        SCHWARM_BITWISE(&)
        SCHWARM_BITWISE(|)
        SCHWARM_BITWISE(^)
        friend schwarm_wide operator+(const schwarm_wide &a, const schwarm_wide &b) {
            schwarm_wide r;
            schwarm_word carry = 0;
            for (int i = 0; i < SCHWARM_WORDS; i++) {
                schwarm_word sum = a.word[i] + b.word[i];
                r.word[i] = sum + carry;
                carry = (sum < a.word[i]) | (r.word[i] < sum);
            }
            return r;
        }
        friend schwarm_wide operator-(const schwarm_wide &a, const schwarm_wide &b) {
            schwarm_wide r;
            schwarm_word borrow = 0;
            for (int i = 0; i < SCHWARM_WORDS; i++) {
                schwarm_word rest = a.word[i] - b.word[i];
                r.word[i] = rest - borrow;
                borrow = (a.word[i] < b.word[i]) | (rest < borrow);
            }
            return r;
        }
        friend schwarm_wide operator<<(const schwarm_wide &a, int n) {
            schwarm_wide r;
            for (int i = SCHWARM_WORDS - 1; i >= 0; i--) {
                int from = i - n / 64;
                schwarm_word high = from >= 0 ? a.word[from] : 0, low = from >= 1 ? a.word[from - 1] : 0;
                r.word[i] = n % 64 ? high << n % 64 | low >> (64 - n % 64) : high;
            }
            return r;
        }
        friend schwarm_wide operator>>(const schwarm_wide &a, int n) {
            schwarm_wide r;
            for (int i = 0; i < SCHWARM_WORDS; i++) {
                int from = i + n / 64;
                schwarm_word low = from < SCHWARM_WORDS ? a.word[from] : 0;
                schwarm_word high = from + 1 < SCHWARM_WORDS ? a.word[from + 1] : 0;
                r.word[i] = n % 64 ? low >> n % 64 | high << (64 - n % 64) : low;
            }
            return r;
        }
        friend bool operator==(const schwarm_wide &a, const schwarm_wide &b) {
            schwarm_word other = 0;
            for (int i = 0; i < SCHWARM_WORDS; i++) other |= a.word[i] ^ b.word[i];
            return !other;
        }
        friend bool operator!=(const schwarm_wide &a, const schwarm_wide &b) { return !(a == b); }
        friend bool operator<(const schwarm_wide &a, const schwarm_wide &b) {
            for (int i = SCHWARM_WORDS - 1; i > 0; i--)
                if (a.word[i] != b.word[i]) return a.word[i] < b.word[i];
            return a.word[0] < b.word[0];
        }
        friend bool operator>(const schwarm_wide &a, const schwarm_wide &b) { return b < a; }
        friend bool operator<=(const schwarm_wide &a, const schwarm_wide &b) { return !(b < a); }
        friend bool operator>=(const schwarm_wide &a, const schwarm_wide &b) { return !(a < b); }
    };
    static inline int schwarm_wide_popcount(const schwarm_wide &b) {
        int found = 0;
        for (int i = 0; i < SCHWARM_WORDS; i++) found += __builtin_popcountll(b.word[i]);
        return found;
    }
    static inline int schwarm_wide_lowest(const schwarm_wide &b) {
        int i = 0;
        while (i < SCHWARM_WORDS - 1 && !b.word[i]) i++;
        return 64 * i + __builtin_ctzll(b.word[i]);
    }
    static inline schwarm_wide schwarm_wide_cell(int i) {
        schwarm_wide r = 0;
        r.word[i / 64] = 1ULL << i % 64;
        return r;
    }
    static inline schwarm_wide schwarm_wide_up(const schwarm_wide &b, int n) {
        schwarm_wide r;
        r.word[0] = b.word[0] << n;
        for (int i = 1; i < SCHWARM_WORDS; i++) r.word[i] = b.word[i] << n | b.word[i - 1] >> (64 - n);
        return r;
    }
    static inline schwarm_wide schwarm_wide_down(const schwarm_wide &b, int n) {
        schwarm_wide r;
        for (int i = 0; i < SCHWARM_WORDS - 1; i++) r.word[i] = b.word[i] >> n | b.word[i + 1] << (64 - n);
        r.word[SCHWARM_WORDS - 1] = b.word[SCHWARM_WORDS - 1] >> n;
        return r;
    }
    static inline schwarm_word schwarm_wide_word(const schwarm_wide &b, int place) { return b.word[place]; }
    static inline void schwarm_wide_keep(schwarm_word *block, Py_ssize_t at, const schwarm_wide &b) {
        for (int i = 0; i < SCHWARM_WORDS; i++) block[at + i] = b.word[i];
    }
    static inline schwarm_wide schwarm_wide_at(const schwarm_word *block, Py_ssize_t at) {
        schwarm_wide r;
        for (int i = 0; i < SCHWARM_WORDS; i++) r.word[i] = block[at + i];
        return r;
    }
    """
    ctypedef unsigned long long Board "schwarm_wide"
    Board cell "schwarm_wide_cell"(int number) noexcept nogil
    int lowest "schwarm_wide_lowest"(Board board) noexcept nogil
    int popcount "schwarm_wide_popcount"(Board board) noexcept nogil
    Board up "schwarm_wide_up"(Board board, int steps) noexcept nogil
    Board down "schwarm_wide_down"(Board board, int steps) noexcept nogil
    Word word_of "schwarm_wide_word"(Board board, int place) noexcept nogil
    void keep_board "schwarm_wide_keep"(Word* words, Py_ssize_t at, Board board) noexcept nogil
    Board board_at "schwarm_wide_at"(Word* words, Py_ssize_t at) noexcept nogil
