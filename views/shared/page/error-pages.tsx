/** Error pages /404 and /500, with a way on. */
import { Compass, RotateCw, Unplug } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Logo } from '../logo.tsx'
import { PageShown } from '../../application/page-shown.tsx'
import styles from './error-pages.module.css'

/** `isInFrame`: the frame already has a main landmark. */
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
  /** Action of the primary button; reloads the page by default. */
  onRetry?: () => void
}

/** `details`: for administrators, such as the error's text or a request id. */
export function ServerError({ details, homeHref = '/projects', onRetry = () => location.reload() }: ServerErrorProps) {
  return (
    <ErrorPage title="Something went wrong">
      <EmptyState
        level={1}
        icon={<Unplug aria-hidden />}
        title="Something went wrong"
        extra={
          details !== undefined && (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
            <pre className={styles.details} role="region" aria-label="Details" tabIndex={0}>
              {details}
            </pre>
          )
        }
        actions={
          <>
            {/* A full page load: this instance of the application may be broken. */}
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

/** The code of a page did not load. The frame stays: other pages may be there. */
export function PageNotLoaded({ isInFrame }: { isInFrame: boolean }) {
  return (
    <ErrorPage title="Page not loaded" isInFrame={isInFrame}>
      <EmptyState
        level={1}
        icon={<Unplug aria-hidden />}
        title="This page could not be loaded"
        actions={
          <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        The connection may be down, or Assay was updated since you opened it. What you typed and unsent changes stay on
        this device.
      </EmptyState>
    </ErrorPage>
  )
}

export function ErrorPage({
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
      <PageShown kind="other" />
      {!isInFrame && (
        <div className={styles.brand}>
          <Logo />
          Assay
        </div>
      )}
      <div className={styles.face}>{children}</div>
    </Page>
  )
}
