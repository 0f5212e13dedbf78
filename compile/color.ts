/** Colors as CSS writes them, and how well one is read on another. */

const COLOR =
  /^(#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|color|color-mix)\(.+\))$/i;
/** The words of CSS Color 4 for colors. */
const NAMED = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown ' +
    'burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson currentcolor cyan ' +
    'darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen ' +
    'darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey ' +
    'darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite ' +
    'forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink ' +
    'indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral ' +
    'lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen ' +
    'lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta ' +
    'maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue ' +
    'mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin ' +
    'navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen ' +
    'paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red ' +
    'rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue ' +
    'slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet ' +
    'wheat white whitesmoke yellow yellowgreen '
  )
    .trim()
    .split(' '),
);

/** Whether CSS takes a text for a color; a reference to another token is looked up by who asks. */
export const isColor = (text: string): boolean => COLOR.test(text) || NAMED.has(text.toLowerCase());

/**
 * Contrast of two colors, 1 to 21 (WCAG 2.2); undefined where one of them is written in another way than #rgb, #rrggbb,
 * black or white.
 */
export function contrast(one: string | undefined, other: string | undefined): number | undefined {
  const [a, b] = [luminance(one), luminance(other)];
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance of #rgb or #rrggbb, 0 to 1; undefined for what is written otherwise. */
export function luminance(written: string | undefined): number | undefined {
  const color = written === 'white' ? '#ffffff' : written === 'black' ? '#000000' : written;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color ?? '');
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(
    short
      ? `#${short
          .slice(1)
          .map((one) => one + one)
          .join('')}`
      : (color ?? ''),
  );
  if (!found) return undefined;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
