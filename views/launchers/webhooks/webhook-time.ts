/** Formats when a webhook was called (HOOK-05). */
export const webhookTime = (iso: string): string => {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())} ${day}`
}
