/** Reads dropped or pasted files; a pasted screenshot gets a readable name. */
export const filesOf = (data: DataTransfer | null): File[] => named([...(data?.files ?? [])])

export const named = (files: readonly File[]): File[] =>
  files.map((file) =>
    file.name === '' || /^image\.(png|jpe?g|webp|gif)$/.test(file.name)
      ? new File([file], `Screenshot ${formatTime(new Date())}.${file.type.split('/')[1] ?? 'png'}`, {
          type: file.type,
        })
      : file,
  )

const formatTime = (at: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}.${two(at.getMinutes())}.${two(at.getSeconds())}`
}

/** Image types that every browser displays; others are shown as files. */
export const isPicture = (contentType: string): boolean => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(contentType)
