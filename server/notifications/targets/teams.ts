import type { MessageText } from '../message-text.ts'

// Text runs instead of text blocks, which render Markdown and would turn test names into links.
const line = (text: string, look: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
})

/** Returns an adaptive card in the format of a Teams workflow. */
export const teamsMessage = ({ title, lines, link, linkLabel }: MessageText) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        version: '1.2',
        body: [line(title, { weight: 'bolder', size: 'medium' }), ...lines.map((text) => line(text))],
        actions: [{ type: 'Action.OpenUrl', title: linkLabel, url: link }],
      },
    },
  ],
})
