/** Whether a session is open, being recorded, or closed: in a sign and a word. */
import { Circle, Lock } from 'lucide-react'
import styles from './state-mark.module.css'

export function StateMark({ closed, isRecording }: { closed: boolean; isRecording: boolean }) {
  if (closed)
    return (
      <span className={styles.mark}>
        <Lock aria-hidden />
        Closed
      </span>
    )
  return (
    <span className={styles.mark} data-recording={isRecording || undefined}>
      {isRecording ? <i aria-hidden /> : <Circle aria-hidden />}
      {isRecording ? 'Recording' : 'Open'}
    </span>
  )
}
