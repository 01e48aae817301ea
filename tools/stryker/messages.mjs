// A plugin of Stryker: leaves out the words of errors. Tests name an error by its class or code, so that its sentence
// can be improved without changing them. Whether an error is thrown is still asked: only its strings are left out.

const isError = ({ type, callee }) =>
  type === 'ThrowStatement' || callee?.type === 'Super' || /Error$|^refusal$/.test(callee?.name ?? '')

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: {
      shouldIgnore: (path) =>
        (path.isStringLiteral() || path.isTemplateLiteral()) && path.findParent(({ node }) => isError(node))
          ? 'words of an error'
          : undefined,
    },
  },
]
