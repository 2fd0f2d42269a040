/** Copies a value and confirms on the button for a moment; the caller can show a toast in `onCopied`. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import type { ButtonLook } from '../controls/button.tsx'
import { copyText } from '../browser/copy-text.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { toast } from '../toasts/toasts.ts'

export type CopyButtonProps = ButtonLook & {
  value: string
  /** 'Copy token': the name, and the label unless `isIcon`. */
  label?: string
  isIcon?: boolean
  onCopied?: () => void
}

export function CopyButton({
  value,
  label = 'Copy',
  isIcon = false,
  onCopied,
  variant = 'quiet',
  size = 'sm',
}: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const over = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(over)
  }, [isCopied])
  const copy = async () => {
    if (await copyText(value)) {
      setCopied(true)
      onCopied?.()
    } else toast.error('This browser did not allow copying. Select the text and copy it by hand.')
  }
  const icon = isCopied ? <Check aria-hidden /> : <Copy aria-hidden />
  if (isIcon)
    return (
      <IconButton label={isCopied ? 'Copied' : label} variant={variant} size={size} onClick={() => void copy()}>
        {icon}
      </IconButton>
    )
  return (
    <Button variant={variant} size={size} icon={icon} onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
