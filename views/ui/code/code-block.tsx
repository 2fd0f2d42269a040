/** Code, a log excerpt or a stack trace: monospaced, optionally numbered, with Copy. Long lines scroll or wrap. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { CopyButton } from './copy-button.tsx'
import styles from './code-block.module.css'

export type CodeBlockProps = {
  /** Accessible name of the block. */
  label: string
  code: string
  hasLineNumbers?: boolean
  wraps?: boolean
  /** Text to copy when the block shows something shorter or masked. Null: no Copy. */
  copyValue?: string | null
  onCopied?: () => void
  /** Without a border, inside a panel. */
  isBare?: boolean
}

export function CodeBlock(props: CodeBlockProps) {
  const { label, code, hasLineNumbers = false, wraps = false, copyValue = code, onCopied, isBare = false } = props
  return (
    <div className={styles.block} data-bare={isBare || undefined}>
      <pre
        className={styles.code}
        tabIndex={0}
        role="region"
        aria-label={label}
        data-wraps={wraps || undefined}
        data-numbers={hasLineNumbers || undefined}
      >
        <code>
          {code.split('\n').map((line, index) => (
            <span key={index} className={styles.line}>
              {line}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
      {copyValue !== null && (
        <span className={styles.copy}>
          <CopyButton isIcon value={copyValue} label="Copy" onCopied={onCopied} />
        </span>
      )}
    </div>
  )
}
