/** Layout of pages before sign-in: a form on the left, a preview of the product on the right. */
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { AuthPreview } from './auth-preview.tsx'
import { Logo } from '../logo.tsx'
import styles from './auth-page.module.css'

export type AuthPageProps = {
  title: string
  /** The workspace's logo, if it has one and visitors may see it. */
  logo?: { url: string | null; name: string | null }
  lead?: ReactNode
  /** Steps of the set-up and the index of the current one. */
  steps?: { names: readonly string[]; current: number }
  /** Below the form: links to other forms. */
  foot?: ReactNode
  /** Footer. */
  note?: ReactNode
  /** A form, or its confirmation. */
  children: ReactNode
}

export function AuthPage({ title, logo, lead, steps, foot, note, children }: AuthPageProps) {
  useEffect(() => {
    document.title = `${title} · Assay`
  }, [title])
  return (
    <main className={styles.page}>
      <section className={styles.side}>
        <div className={styles.brand}>
          <Logo url={logo?.url} />
          {logo?.url ? logo.name : 'Assay'}
        </div>
        <div className={styles.box}>
          {steps !== undefined && (
            <ol className={styles.steps} aria-label="Set-up">
              {steps.names.map((name, index) => (
                <li
                  key={name}
                  aria-current={index === steps.current ? 'step' : undefined}
                  data-done={index < steps.current || undefined}
                >
                  <span>{index + 1}</span>
                  {name}
                </li>
              ))}
            </ol>
          )}
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          <div className={styles.form}>{children}</div>
          {foot !== undefined && <div className={styles.foot}>{foot}</div>}
        </div>
        <div className={styles.note}>{note}</div>
      </section>
      <AuthPreview />
    </main>
  )
}
