import { createContext, useContext, type ReactNode } from 'react'

/** How texts are displayed. A page can replace parts of them, such as references to variables. */
export interface TextDisplay {
  render: (text: string) => ReactNode
  /** The same as plain text, for addresses. */
  plain: (text: string) => string
}

const AS_TYPED: TextDisplay = { render: (text) => text, plain: (text) => text }
const TextDisplayContext = createContext(AS_TYPED)

export const TextDisplayProvider = TextDisplayContext

export const useTextDisplay = (): TextDisplay => useContext(TextDisplayContext)

export const DisplayedText = ({ children }: { children: string }): ReactNode => useTextDisplay().render(children)
