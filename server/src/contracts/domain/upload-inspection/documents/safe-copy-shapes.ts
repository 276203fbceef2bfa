/**
 * Allowlist of the keys that rendering a page needs. No shape allows actions, forms, annotations, names, metadata,
 * files or external references.
 */
export type Kind = 'value' | 'colour' | ShapeName | { each: 'colour' | ShapeName } | { list: ShapeName }
export type ShapeName =
  | 'resources'
  | 'font'
  | 'descriptor'
  | 'encoding'
  | 'systemInfo'
  | 'stream'
  | 'drawing'
  | 'group'
  | 'graphicsState'
  | 'softMask'
  | 'pattern'
  | 'shading'
  | 'part'
  | 'parameters'

const values = (...keys: string[]): Record<string, Kind> =>
  Object.fromEntries(keys.map((key): [string, Kind] => [key, 'value']))

export const SHAPES: Record<ShapeName, Record<string, Kind>> = {
  resources: {
    ...values('ProcSet'),
    Font: { each: 'font' },
    XObject: { each: 'drawing' },
    ExtGState: { each: 'graphicsState' },
    ColorSpace: { each: 'colour' },
    Pattern: { each: 'pattern' },
    Shading: { each: 'shading' },
  },
  font: {
    ...values('Type', 'Subtype', 'BaseFont', 'Name', 'FirstChar', 'LastChar', 'Widths', 'FontBBox', 'FontMatrix'),
    ...values('DW', 'W', 'DW2', 'W2'),
    Encoding: 'encoding',
    ToUnicode: 'encoding',
    FontDescriptor: 'descriptor',
    DescendantFonts: { list: 'font' },
    CIDSystemInfo: 'systemInfo',
    CIDToGIDMap: 'stream',
    CharProcs: { each: 'stream' },
    Resources: 'resources',
  },
  descriptor: {
    ...values('Type', 'FontName', 'FontFamily', 'FontStretch', 'FontWeight', 'Flags', 'FontBBox', 'ItalicAngle'),
    ...values('Ascent', 'Descent', 'Leading', 'CapHeight', 'XHeight', 'StemV', 'StemH', 'AvgWidth', 'MaxWidth'),
    ...values('MissingWidth', 'CharSet'),
    FontFile: 'stream',
    FontFile2: 'stream',
    FontFile3: 'stream',
    CIDSet: 'stream',
  },
  encoding: {
    ...values('Type', 'BaseEncoding', 'Differences', 'CMapName', 'WMode'),
    CIDSystemInfo: 'systemInfo',
    UseCMap: 'encoding',
  },
  systemInfo: values('Registry', 'Ordering', 'Supplement'),
  stream: values('Type', 'Subtype', 'Length1', 'Length2', 'Length3'),
  drawing: {
    ...values('Type', 'Subtype', 'Width', 'Height', 'BitsPerComponent', 'Decode', 'Intent', 'ImageMask'),
    ...values('Interpolate', 'SMaskInData', 'Matte', 'FormType', 'BBox', 'Matrix'),
    ColorSpace: 'colour',
    Mask: 'drawing',
    SMask: 'drawing',
    Resources: 'resources',
    Group: 'group',
  },
  group: { ...values('Type', 'S', 'I', 'K'), CS: 'colour' },
  graphicsState: {
    ...values(
      'Type',
      'LW',
      'LC',
      'LJ',
      'ML',
      'D',
      'RI',
      'OP',
      'op',
      'OPM',
      'FL',
      'SM',
      'SA',
      'CA',
      'ca',
      'AIS',
      'TK',
      'BM',
    ),
    SMask: 'softMask',
  },
  softMask: { ...values('Type', 'S', 'BC'), G: 'drawing' },
  pattern: {
    ...values('Type', 'PatternType', 'PaintType', 'TilingType', 'BBox', 'XStep', 'YStep', 'Matrix'),
    Resources: 'resources',
    Shading: 'shading',
    ExtGState: 'graphicsState',
  },
  shading: {
    ...values('ShadingType', 'Background', 'BBox', 'AntiAlias', 'Coords', 'Domain', 'Extend', 'Matrix', 'Decode'),
    ...values('BitsPerCoordinate', 'BitsPerComponent', 'BitsPerFlag', 'VerticesPerRow'),
    ColorSpace: 'colour',
    Function: { list: 'part' },
  },
  /** Parts of color spaces and shadings: functions, profiles, calibrations. */
  part: {
    ...values('FunctionType', 'Domain', 'Range', 'Size', 'BitsPerSample', 'Order', 'Encode', 'Decode', 'C0', 'C1', 'N'),
    ...values('Bounds', 'WhitePoint', 'BlackPoint', 'Gamma', 'Matrix'),
    Functions: { list: 'part' },
    Alternate: 'colour',
  },
  /** Decode parameters of a stream. */
  parameters: {
    ...values('Predictor', 'Colors', 'BitsPerComponent', 'Columns', 'EarlyChange', 'K', 'EndOfLine', 'Rows'),
    ...values('EncodedByteAlign', 'EndOfBlock', 'BlackIs1', 'DamagedRowsBeforeError', 'ColorTransform'),
    JBIG2Globals: 'stream',
  },
}
