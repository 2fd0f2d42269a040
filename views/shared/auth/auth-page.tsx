/** Before somebody is signed in: a form on the left, and on the right what it leads to. Sign up, sign in, forgot, reset, first project. */
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { AuthPreview } from './auth-preview.tsx'
import { Logo } from '../logo.tsx'
import styles from './auth-page.module.css'

export type AuthPageProps = {
  title: string
  /** Of the workspace, where it has one and its visitors may know. */
  logo?: { url: string | null; name: string | null }
  lead?: ReactNode
  /** The steps of the set-up and which one this is, counting from 0. */
  steps?: { names: readonly string[]; current: number }
  /** Under the form: the way to the other forms. */
  foot?: ReactNode
  /** At the very bottom. */
  note?: ReactNode
  /** A form, or what the form has led to. */
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
