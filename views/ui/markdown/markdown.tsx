/**
 * Renders users' Markdown as elements, never as HTML. Tags appear as typed, URLs that could run scripts become text, and only pictures of
 * this server are shown.
 */
import type { Token, Tokens } from 'marked'
import { Fragment, useMemo, type ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { usePictureSource } from '../files/held-pictures.ts'
import { tokensOf } from './markdown-tokens.ts'
import { DisplayedText, useTextDisplay } from './text-display.ts'
import styles from './markdown.module.css'

export interface MarkdownProps {
  children: string
  className?: string | undefined
}

export function Markdown({ children, className }: MarkdownProps) {
  const tokens = useMemo(() => tokensOf(children), [children])
  return <div className={classNames(styles.markdown, className)}>{draw(tokens)}</div>
}

const draw = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, i) => <Fragment key={i}>{element(token as Known)}</Fragment>)

type Known =
  | Tokens.Blockquote
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Def
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Image
  | Tokens.Link
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Table
  | Tokens.Text

const element = (token: Known): ReactNode => {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'paragraph':
      return <p>{draw(token.tokens)}</p>
    case 'heading':
      // One level below the page's own headings.
      return <h5>{draw(token.tokens)}</h5>
    case 'list':
      return token.ordered ? (
        <ol start={token.start === '' ? 1 : token.start}>{items(token)}</ol>
      ) : (
        <ul>{items(token)}</ul>
      )
    case 'blockquote':
      return <blockquote>{draw(token.tokens)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>
            <DisplayedText>{token.text}</DisplayedText>
          </code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'table':
      return <Table {...token} />
    case 'strong':
      return <strong>{draw(token.tokens)}</strong>
    case 'em':
      return <em>{draw(token.tokens)}</em>
    case 'del':
      return <del>{draw(token.tokens)}</del>
    case 'codespan':
      return (
        <code>
          <DisplayedText>{token.text}</DisplayedText>
        </code>
      )
    case 'br':
      return <br />
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'link':
      return <Address {...token} />
    case 'image':
      return <Picture {...token} />
    case 'text':
      return token.tokens === undefined ? <DisplayedText>{token.text}</DisplayedText> : draw(token.tokens)
    case 'escape':
      return token.text
    case 'html':
      return <DisplayedText>{token.raw}</DisplayedText>
  }
}

const items = ({ items: all }: Tokens.List): ReactNode => all.map((item, i) => <li key={i}>{draw(item.tokens)}</li>)

function Address({ href: typed, tokens }: Tokens.Link) {
  const href = useTextDisplay().plain(typed)
  if (!isSafe(href)) return draw(tokens)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {draw(tokens)}
    </a>
  )
}

function Picture({ href, text }: Tokens.Image) {
  const source = usePictureSource(href)
  if (href.startsWith('/api/files/')) return <img src={source} alt={text} loading="lazy" />
  if (!isSafe(href)) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text || href}
    </a>
  )
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell, i) => (
              <th key={i} data-align={cell.align ?? undefined}>
                {draw(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, i) => (
                <td key={i} data-align={cell.align ?? undefined}>
                  {draw(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isSafe = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href)
