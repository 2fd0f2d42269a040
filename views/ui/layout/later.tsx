/**
 * Code that loads with its first use. Where it does not load (no connection, or the server was updated since the page was opened), the page
 * stays as it is: a dialog closes with a toast, a part shows an error. Both offer to reload the page, because Chromium does not request a module
 * again that it failed to load.
 */
import { Children, Component, Suspense, use, type ComponentType, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Coming, toastNotOpened } from '../overlays/use-overlays.ts'
import styles from './later.module.css'

class NotLoaded extends Error {
  /** The next use loads the code again, where the browser does. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('The code of this part did not load', { cause })
    this.forget = forget
  }
}

/** A component whose code loads when it is first rendered. Render it inside `Later`. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let code: Promise<ComponentType<Props>> | null = null
  const begin = () =>
    (code ??= load().catch((error: unknown) => {
      throw new NotLoaded(error, () => (code = null))
    }))
  return function LoadedLater(props) {
    const Part = use(begin())
    return <Part {...props} />
  }
}

interface LaterProps {
  /** Of a dialog: called when its code does not load, and on Escape meanwhile. */
  onClose?: () => void
  /** Of a part of the page: shown meanwhile. */
  fallback?: ReactNode
  children: ReactNode
}

interface LaterState {
  error: unknown
}

export class Later extends Component<LaterProps, LaterState> {
  override state: LaterState = { error: null }

  static getDerivedStateFromError = (error: unknown): LaterState => ({ error })

  /** Once the dialog is closed, the next one starts afresh. */
  static getDerivedStateFromProps = ({ children }: LaterProps): LaterState | null =>
    Children.toArray(children).length === 0 ? { error: null } : null

  override componentDidCatch(error: unknown) {
    if (!(error instanceof NotLoaded)) return
    error.forget()
    if (this.props.onClose === undefined) return
    toastNotOpened()
    this.props.onClose()
  }

  override render() {
    const { onClose, fallback = null, children } = this.props
    const { error } = this.state
    // Any other error is a fault of the part itself: the page shows it.
    if (error !== null && !(error instanceof NotLoaded)) throw error
    if (error === null)
      return <Suspense fallback={onClose === undefined ? fallback : <Coming onClose={onClose} />}>{children}</Suspense>
    if (onClose !== undefined) return null
    return (
      <p className={styles.missing} role="alert">
        This did not load.
        <Button size="sm" onClick={() => location.reload()}>
          Reload
        </Button>
      </p>
    )
  }
}
