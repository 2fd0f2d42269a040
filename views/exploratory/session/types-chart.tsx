/** Step chart of observations by type over time. Load it lazily: it brings uPlot. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { safeColor } from '../../ui/marks/contrast.ts'
import { letterOf } from '../../ui/marks/type-sign.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { chartDataOf, TIME_STEPS, timeMark, type TypeSeries } from './type-series.ts'
import styles from './session.module.css'

export interface TypesChartProps {
  label: string
  series: readonly TypeSeries[]
}

const HEIGHT_PX = 150

/** Dash patterns: lines differ by more than colour. */
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3]]

/** Labels each line's end with its type's initial, as in the legend. */
const drawLetters = (plot: uPlot, series: readonly TypeSeries[]): void => {
  const { ctx, data } = plot
  const at = (data[0]?.length ?? 0) - 1
  ctx.save()
  ctx.font = `600 ${11 * devicePixelRatio}px sans-serif`
  ctx.textBaseline = 'middle'
  for (const [i, { name, colorHex }] of series.entries()) {
    const [x, y] = [data[0]?.[at], data[i + 1]?.[at]]
    if (x === undefined || typeof y !== 'number') continue
    ctx.fillStyle = safeColor(colorHex)
    ctx.fillText(letterOf(name), plot.valToPos(x, 'x', true) + 5 * devicePixelRatio, plot.valToPos(y, 'y', true))
  }
  ctx.restore()
}

export default function TypesChart({ label, series }: TypesChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const own = box.current
    if (own === null) return undefined
    const color = (name: string) => {
      own.style.color = `var(${name})`
      return getComputedStyle(own).color
    }
    const { x, counts } = chartDataOf(series)
    const max = Math.max(1, ...counts.flat())
    const axis = {
      font: `11px ${getComputedStyle(own).fontFamily}`,
      stroke: () => color('--text-3'),
      ticks: { show: false },
    }
    const stepped = uPlot.paths.stepped?.({ align: 1 })
    const plot = new uPlot(
      {
        width: own.clientWidth,
        height: HEIGHT_PX,
        padding: [8, 24, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: [0, max * 1.08] } },
        axes: [
          {
            ...axis,
            size: 22,
            gap: 4,
            grid: { show: false },
            incrs: TIME_STEPS,
            values: (_, splits) => splits.map(timeMark),
            space: 70,
          },
          {
            ...axis,
            size: 30,
            gap: 6,
            grid: { stroke: () => color('--border-subtle'), width: 1 },
            // Counts are whole numbers.
            incrs: [1, 2, 5, 10, 20, 50, 100],
          },
        ],
        hooks: { draw: [(drawn) => drawLetters(drawn, series)] },
        series: [
          {},
          ...series.map(({ name, colorHex }, i) => ({
            label: name,
            dash: DASHES[i % DASHES.length] ?? [],
            stroke: safeColor(colorHex),
            width: 2,
            points: { show: false },
            ...(stepped ? { paths: stepped } : {}),
          })),
        ],
      },
      [x, ...counts],
      own,
    )
    const redraw = () => plot.redraw()
    const sized = new ResizeObserver(() => plot.setSize({ width: own.clientWidth, height: HEIGHT_PX }))
    sized.observe(own)
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      sized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [series])
  return (
    <>
      <div ref={box} aria-hidden className={styles.chart} style={{ height: HEIGHT_PX }} />
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {series.map(({ typeId, name, minutes }) => (
              <tr key={typeId}>
                <th scope="row">{name}</th>
                <td>
                  {minutes.length}, at {minutes.map(timeMark).join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
