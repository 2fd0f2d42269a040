import type { Sending } from '../../../store/exploratory-shown.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Where the clock stood: `24:10`, `1:04:10`. */
export const clockMark = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const NAME_MOST = 20

/** Long names lose their middle, and keep what says which kind of file it is (OBS-30, OBS-31). */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= NAME_MOST) return name
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, NAME_MOST - 1 - ending.length).join('')}…${ending}`
}

export const SENDING_WORDS: Record<Exclude<Sending, 'sent'>, string> = {
  waiting: 'Waits to be sent',
  held: 'Waits for your decision',
  refused: 'Not taken',
}
