/** Line chart of percentages over time, the current point marked, with a table for screen readers. Load it lazily: it brings uPlot. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chartFloor } from './chart-range.ts'
import { colorIn, keepPlot, widthOf } from './keep-plot.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './line-chart.module.css'

/** `name`: for screen readers; the axis has no room for every label. */
export type LinePoint = { label: string; name?: string; value: number; isCurrent?: boolean }

export type LineChartProps = {
  label: string
  /** Values from 0 to 1, oldest first. */
  points: readonly LinePoint[]
  format: (value: number) => string
  height?: number
  /** Index of the hovered point. */
  onPoint?: (index: number | null) => void
}

export default function LineChart({ label, points, format, height = 116, onPoint }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onPoint)
  useEffect(() => {
    latest.current = onPoint
  })
  useEffect(() => {
    const own = box.current
    if (own === null) return undefined
    const color = (name: string) => colorIn(own, name)
    const font = `11px ${getComputedStyle(own).fontFamily}`
    const current = points.findIndex(({ isCurrent }) => isCurrent === true)
    const floor = chartFloor(points.map(({ value }) => value))
    const plot = new uPlot(
      {
        width: own.clientWidth,
        height,
        // The last label is centred under its point.
        padding: [8, Math.max(20, Math.ceil(widthOf(points.at(-1)?.label ?? '', font) / 2)), 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.25, points.length - 0.75] },
          y: { range: [floor - (1 - floor) * 0.08, 1] },
        },
        axes: [
          {
            font,
            size: 22,
            gap: 4,
            stroke: () => color('--text-3'),
            grid: { show: false },
            ticks: { show: false },
            splits: () => points.map((_, index) => index),
            values: (_, splits) => splits.map((index) => points[index]?.label ?? ''),
          },
          {
            font,
            size: 44,
            gap: 6,
            stroke: () => color('--text-3'),
            grid: { stroke: () => color('--border-subtle'), width: 1 },
            ticks: { show: false },
            splits: () => [floor, (1 + floor) / 2, 1],
            values: (_, splits) => splits.map((value) => `${Math.round(value * 1000) / 10}%`),
          },
        ],
        series: [
          {},
          {
            stroke: () => color('--text-3'),
            width: 1.5,
            fill: () => color('--bg-hover'),
            points: {
              // None where they would touch each other.
              space: 10,
              size: 7,
              width: 1.5,
              stroke: () => color('--text-3'),
              fill: () => color('--bg-subtle'),
            },
          },
        ],
        hooks: {
          setCursor: [(own) => latest.current?.(own.cursor.idx ?? null)],
          draw: [(own) => markCurrent(own, current, points[current]?.value, color('--accent'))],
        },
      },
      [points.map((_, index) => index), points.map(({ value }) => value)],
      own,
    )
    return keepPlot(plot, own, height)
  }, [points, height])
  return (
    <>
      <div ref={box} aria-hidden className={styles.chart} style={{ height }} />
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map((point) => (
              <tr key={point.name ?? point.label}>
                <th scope="row">{point.name ?? point.label}</th>
                <td>{format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

function markCurrent(plot: uPlot, index: number, value: number | undefined, color: string): void {
  if (value === undefined) return
  const { ctx, bbox } = plot
  const x = plot.valToPos(index, 'x', true)
  const y = plot.valToPos(value, 'y', true)
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = color
  ctx.fillStyle = color
  ctx.lineWidth = ratio
  ctx.setLineDash([2 * ratio, 3 * ratio])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(x, y, 4.5 * ratio, 0, 2 * Math.PI)
  ctx.fill()
  ctx.restore()
}
