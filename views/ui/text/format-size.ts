/** Formats bytes in decimal units, as browsers do: '6 kB', '2.4 MB'. */
export const formatSize = (sizeBytes: number): string => {
  if (sizeBytes < 1000) return `${sizeBytes} B`
  if (sizeBytes < 999_500) return `${Math.round(sizeBytes / 1000)} kB`
  if (sizeBytes < 999_950_000) return `${(sizeBytes / 1_000_000).toFixed(1)} MB`
  return `${(sizeBytes / 1_000_000_000).toFixed(1)} GB`
}
