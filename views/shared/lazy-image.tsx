/** An image that loads shortly before it scrolls into view (DETAILS-16): a long log may contain hundreds. */
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { scrollerOf } from '../ui/lists/scroller.ts'

/** A transparent pixel: reserves the space and keeps the alternative text. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export function LazyImage({ src, alt }: { src: string; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (image.current === null || isNear) return undefined
    // The margin applies to the scroll container: the default root is clipped by it.
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { root: scrollerOf(image.current), rootMargin: `${LIMITS.attachmentMarginPx}px` },
    )
    observer.observe(image.current)
    return () => observer.disconnect()
  }, [isNear])
  return <img ref={image} src={isNear ? src : NOTHING} alt={alt} decoding="async" />
}
