/** How many observations of each type there were by when: a step for each. Loaded lazily, for it brings the chart's code. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { safeColor } from '../../ui/contrast.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { chartDataOf, TIME_STEPS, timeMark, type TypeSeries } from './type-series.ts'
import styles from './session.module.css'

export interface TypesChartProps {
  label: string
  series: readonly TypeSeries[]
}

const HEIGHT_PX = 150

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
    const most = Math.max(1, ...counts.flat())
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
        scales: { x: { time: false }, y: { range: [0, most * 1.08] } },
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
            // Half an observation there is not.
            incrs: [1, 2, 5, 10, 20, 50, 100],
          },
        ],
        series: [
          {},
          ...series.map(({ name, colorHex }) => ({
            label: name,
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
