/** Stacked bars of counts or durations, with a table for screen readers. Load it lazily: it brings uPlot. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import type { AxisSteps } from './axis-steps.ts'
import { colorIn, keepPlot, widthOf } from './keep-plot.ts'
import styles from './line-chart.module.css'

/** `color`: a token. */
export type BarSeries = { name: string; color: string; values: readonly number[] }

export type BarChartProps = {
  label: string
  /** One label per bar, oldest first; '' where the axis has no room. `names` are for screen readers. */
  labels: readonly string[]
  names: readonly string[]
  /** From bottom to top. */
  series: readonly BarSeries[]
  format: (value: number) => string
  steps: AxisSteps
  height?: number
  /** Index of the hovered bar. */
  onPoint?: (index: number | null) => void
}

export default function BarChart({
  label,
  labels,
  names,
  series,
  format,
  steps,
  height = 160,
  onPoint,
}: BarChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ onPoint, format })
  useEffect(() => {
    latest.current = { onPoint, format }
  })
  useEffect(() => {
    const own = box.current
    if (own === null) return undefined
    const color = (name: string) => colorIn(own, name)
    const font = `11px ${getComputedStyle(own).fontFamily}`
    const sums = stacked(series)
    const bars = uPlot.paths.bars?.({ size: [0.64, 36], radius: 0 })
    const axis = { font, stroke: () => color('--text-3'), ticks: { show: false } }
    const plot = new uPlot(
      {
        width: own.clientWidth,
        height,
        padding: [8, Math.max(8, Math.ceil(widthOf(labels.at(-1) ?? '', font) / 2)), 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.6, Math.max(1, labels.length) - 0.4] },
          y: { range: (_, __, max) => [0, Math.max(steps[0], max) * 1.05] },
        },
        axes: [
          {
            ...axis,
            size: 22,
            gap: 4,
            grid: { show: false },
            splits: () => labels.map((_, index) => index),
            values: (_, splits) => splits.map((index) => labels[index] ?? ''),
          },
          {
            ...axis,
            size: 52,
            gap: 6,
            space: 36,
            incrs: [...steps],
            grid: { stroke: () => color('--border-subtle'), width: 1 },
            values: (_, splits) => splits.map((value) => (value === 0 ? '0' : latest.current.format(value))),
          },
        ],
        // Series are drawn from the total down, each over the one before.
        series: [
          {},
          ...series
            .map((one) => ({
              label: one.name,
              fill: () => color(one.color),
              width: 0,
              points: { show: false },
              ...(bars === undefined ? {} : { paths: bars }),
            }))
            .toReversed(),
        ],
        hooks: { setCursor: [(of) => latest.current.onPoint?.(of.cursor.idx ?? null)] },
      },
      [labels.map((_, index) => index), ...sums.toReversed()],
      own,
    )
    return keepPlot(plot, own, height)
  }, [labels, series, steps, height])
  return (
    <>
      <div ref={box} aria-hidden className={styles.chart} style={{ height }} />
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((one) => (
                  <td key={one.name}>{format(one.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

/** Cumulated values of each bar. */
const stacked = (series: readonly BarSeries[]): number[][] => {
  const tops: number[][] = []
  for (const { values } of series) {
    const below = tops.at(-1)
    tops.push(values.map((value, index) => value + (below?.[index] ?? 0)))
  }
  return tops
}
