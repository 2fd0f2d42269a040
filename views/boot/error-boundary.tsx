/** Shows /500 when a view throws while rendering. A new address resets it. */
import { Component } from 'react'
import type { ReactNode } from 'react'
import { ServerError } from '../shared/page/error-pages.tsx'

type Props = {
  /** The path: a change of it retries the failed view. */
  resetKey?: string
  onError?: (error: unknown) => void
  children: ReactNode
}
type State = { failure: { error: unknown } | null; resetKey: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } })

  static getDerivedStateFromProps = (props: Props, state: State): Partial<State> | null =>
    props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return <ServerError details={failure.error instanceof Error ? failure.error.message : String(failure.error)} />
  }
}
