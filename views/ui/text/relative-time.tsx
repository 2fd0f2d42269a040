/** A relative time: '3 min ago' or 'in 3 min', exact on hover. `at` is ISO text or epoch milliseconds. */
import { useNow } from './now.ts'
import { exactTime, relativeTime } from './time.ts'

export function RelativeTime({ at }: { at: string | number }) {
  const now = useNow()
  const time = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(time)) return <span>–</span>
  return (
    <time
      dateTime={new Date(time).toISOString()}
      // The tooltip is formatted on hover: few of hundreds of rows are ever hovered.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.dataset['tip'] = exactTime(time)
      }}
    >
      {relativeTime(time, now)}
    </time>
  )
}
