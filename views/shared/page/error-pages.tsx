/** The two pages for when there is no page: /404 and /500. Each says what happened and leads on. */
import { Compass, RotateCw, Unplug } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Logo } from '../logo.tsx'
import { TakesPlace } from '../../boot/prerendered.ts'
import styles from './error-pages.module.css'

/** `isInFrame`: the frame around it already marks the main content of the page. */
export function NotFound({ homeHref = '/projects', isInFrame = false }: { homeHref?: string; isInFrame?: boolean }) {
  return (
    <ErrorPage title="Page not found" isInFrame={isInFrame}>
      <EmptyState
        level={1}
        icon={<Compass aria-hidden />}
        title="There is no page at this address"
        actions={
          <>
            <Button onClick={() => history.back()}>Go back</Button>
            <ButtonLink variant="primary" href={homeHref}>
              All projects
            </ButtonLink>
          </>
        }
      >
        It may have been deleted, the link may be incomplete, or you may not have access.
      </EmptyState>
    </ErrorPage>
  )
}

export type ServerErrorProps = {
  details?: string
  homeHref?: string
  /** What its primary button does; without it the page is loaded again. */
  onRetry?: () => void
}

/** `details` help whoever looks after the server: an error's text, a request's id. */
export function ServerError({ details, homeHref = '/projects', onRetry = () => location.reload() }: ServerErrorProps) {
  return (
    <ErrorPage title="Something went wrong">
      <EmptyState
        level={1}
        icon={<Unplug aria-hidden />}
        title="Something went wrong"
        extra={
          details !== undefined && (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            <pre className={styles.details} role="region" aria-label="Details" tabIndex={0}>
              {details}
            </pre>
          )
        }
        actions={
          <>
            {/* A full load: whatever broke may still be broken in this one. */}
            <ButtonLink href={homeHref} target="_self">
              All projects
            </ButtonLink>
            <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={onRetry}>
              Try again
            </Button>
          </>
        }
      >
        Your saved work is safe, and unsent changes are still on this device.
      </EmptyState>
    </ErrorPage>
  )
}

function ErrorPage({
  title,
  isInFrame = false,
  children,
}: {
  title: string
  isInFrame?: boolean
  children: ReactNode
}) {
  const Page = isInFrame ? 'div' : 'main'
  useEffect(() => {
    document.title = `${title} · Assay`
  }, [title])
  return (
    <Page className={styles.page}>
      <TakesPlace />
      <div className={styles.brand}>
        <Logo />
        Assay
      </div>
      <div className={styles.face}>{children}</div>
    </Page>
  )
}
