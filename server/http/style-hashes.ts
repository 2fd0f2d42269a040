/**
 * Hashes of the two style elements that react-aria adds to a page: how a press is touched, and how iOS scrolls behind a popover. The
 * content security policy lets these in and no others.
 */
export const REACT_ARIA_STYLES: readonly string[] = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
]
