/** A picture that is loaded shortly before it comes into view (DETAILS-16): a long log may hold hundreds of them. */
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { scrollerOf } from '../ui/scroller.ts'

/** One transparent pixel: until then there is room for the picture, and its words for who cannot see it. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export function LazyImage({ src, alt }: { src: string; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (image.current === null || isNear) return undefined
    // The margin is that of the box that scrolls: one around it that clips would cut off the window's.
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
