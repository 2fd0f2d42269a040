/** A text area that grows with its content. Without a visible label, for tables of texts. */
import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { TextArea } from 'react-aria-components/TextArea'
import { classNames } from '../browser/class-names.ts'
import styles from './growing-text-area.module.css'

export type GrowingTextAreaProps = Omit<ComponentProps<'textarea'>, 'rows'> & {
  'aria-label': string
  value: string
  onValueChange: (value: string) => void
}

export function GrowingTextArea({ className, value, onValueChange, ...rest }: GrowingTextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // Browsers with `field-sizing` need no help.
  useLayoutEffect(() => {
    if (area.current !== null && !CSS.supports('field-sizing', 'content')) fit(area.current)
  })
  return (
    <TextArea
      ref={area}
      rows={1}
      {...rest}
      value={value}
      className={classNames(styles.area, className)}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

const fit = (area: HTMLTextAreaElement): void => {
  area.style.height = '0'
  area.style.height = `${area.scrollHeight}px`
}
