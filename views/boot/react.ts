/** React in a chunk of its own: it is evaluated as a separate task, while the page's code is still loading. */
export { createRoot } from 'react-dom/client'
