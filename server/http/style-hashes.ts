/**
 * Hashes of the two style elements that react-aria adds to a page, for touch presses and for iOS scrolling behind popovers. The content
 * security policy allows no other inline styles.
 */
export const REACT_ARIA_STYLES: readonly string[] = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
]
