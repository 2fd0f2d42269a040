import { useEffect, useEffectEvent } from 'react'

/** Keeps the row that the video shows in view; -1 for none. Scrolls when the video reaches another row, not when the list changes. */
export const useScrollToPlaying = (
  list: { scrollToIndex: (index: number, options: { align: 'auto' }) => void },
  playing: number,
): void => {
  const scroll = useEffectEvent((index: number) => list.scrollToIndex(index, { align: 'auto' }))
  useEffect(() => {
    if (playing >= 0) scroll(playing)
  }, [playing])
}
