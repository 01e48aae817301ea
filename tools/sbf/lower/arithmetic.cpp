// Lowers arithmetic that the backend would turn into library calls, which it does not support: 128-bit
// multiplication, division and shifts, overflow-checked multiplication, signed division and double-precision
// floating point. Short sequences are inlined; the rest calls `rt/src/lib.rs` (`__sbf_…`) or the compiler's
// runtime (`__adddf3` …).
#include "lower.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// Builds the replacement of one instruction, before it.
struct Arithmetic {
  Instruction &I;
  Module &M = *I.getModule();
  IRBuilder<> B{&I};
  Type *I64 = B.getInt64Ty(), *I128 = B.getInt128Ty(), *F64 = B.getDoubleTy();

  Value *call(StringRef Name, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *> Params;
    for (Value *A : Args) Params.push_back(A->getType());
    return B.CreateCall(sbf::function(M, Name, Result, Params), Args);
  }
  Value *mulHigh(Value *X, Value *Y) { return call("__sbf_mul_high", I64, {X, Y}); }
  std::pair<Value *, Value *> halves(Value *V) {
    return {B.CreateTrunc(V, I64), B.CreateTrunc(B.CreateLShr(V, 64), I64)};
  }
  Value *join(Value *Low, Value *High) {
    return B.CreateOr(B.CreateZExt(Low, I128), B.CreateShl(B.CreateZExt(High, I128), 64));
  }
  // The result of a `…_with_overflow` intrinsic.
  Value *checked(Value *Result, Value *Overflows) {
    return B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(I.getType()), Result, 0), Overflows, 1);
  }

  // Long multiplication in 64-bit limbs, for any integer wider than a register.
  Value *multiply(Value *X, Value *Y) {
    Type *T = X->getType();
    unsigned Limbs = (T->getIntegerBitWidth() + 63) / 64;
    auto limb = [&](Value *V, unsigned N) { return B.CreateTrunc(B.CreateLShr(V, 64 * N), I64); };
    SmallVector<Value *> Sum(Limbs, B.getInt64(0));
    for (unsigned N = 0; N < Limbs; ++N) {
      Value *Carry = B.getInt64(0), *Left = limb(X, N);
      for (unsigned J = 0; N + J < Limbs; ++J) {
        Value *Right = limb(Y, J), *Low = B.CreateMul(Left, Right);
        Value *Partial = B.CreateAdd(Sum[N + J], Low), *Total = B.CreateAdd(Partial, Carry);
        if (N + J + 1 < Limbs) {
          Value *Wrapped = B.CreateAdd(B.CreateZExt(B.CreateICmpULT(Partial, Low), I64),
                                       B.CreateZExt(B.CreateICmpULT(Total, Carry), I64));
          Carry = B.CreateAdd(mulHigh(Left, Right), Wrapped);
        }
        Sum[N + J] = Total;
      }
    }
    Value *Result = B.CreateZExtOrTrunc(Sum[0], T);
    for (unsigned N = 1; N < Limbs; ++N)
      Result = B.CreateOr(Result, B.CreateShl(B.CreateZExtOrTrunc(Sum[N], T), 64 * N));
    return Result;
  }

  Value *checkedMultiply(Value *X, Value *Y, bool Signed) {
    if (X->getType() == I64) {
      Value *Low = B.CreateMul(X, Y), *High = mulHigh(X, Y);
      if (!Signed) return checked(Low, B.CreateICmpNE(High, B.getInt64(0)));
      High = B.CreateSub(High, B.CreateAnd(B.CreateAShr(X, 63), Y));
      High = B.CreateSub(High, B.CreateAnd(B.CreateAShr(Y, 63), X));
      return checked(Low, B.CreateICmpNE(High, B.CreateAShr(Low, 63)));
    }
    if (X->getType() != I128) return nullptr;
    auto [X0, X1] = halves(X);
    auto [Y0, Y1] = halves(Y);
    StringRef Name = Signed ? "__sbf_smul_overflows" : "__sbf_umul_overflows";
    Value *Overflows = call(Name, I64, {X0, X1, Y0, Y1});
    return checked(multiply(X, Y), B.CreateICmpNE(Overflows, B.getInt64(0)));
  }

  Value *divide128(StringRef Name, Value *X, Value *Y) {
    BasicBlock &Entry = I.getFunction()->getEntryBlock();
    AllocaInst *Out = IRBuilder<>(&*Entry.getFirstInsertionPt()).CreateAlloca(I128);
    auto [X0, X1] = halves(X);
    auto [Y0, Y1] = halves(Y);
    B.CreateLifetimeStart(Out);
    call(Name, B.getVoidTy(), {Out, X0, X1, Y0, Y1});
    Value *Result = B.CreateLoad(I128, Out);
    B.CreateLifetimeEnd(Out);
    return Result;
  }

  // The VM divides unsigned numbers only: divides the magnitudes, then sets the sign of the result.
  Value *divideSigned(Value *X, Value *Y, bool Remainder) {
    X = B.CreateSExt(X, I64);
    Y = B.CreateSExt(Y, I64);
    auto negateIf = [&](Value *Mask, Value *V) { return B.CreateSub(B.CreateXor(V, Mask), Mask); };
    Value *XSign = B.CreateAShr(X, 63), *YSign = B.CreateAShr(Y, 63);
    Value *N = negateIf(XSign, X), *D = negateIf(YSign, Y);
    Value *Result = Remainder ? negateIf(XSign, B.CreateURem(N, D))
                              : negateIf(B.CreateXor(XSign, YSign), B.CreateUDiv(N, D));
    return B.CreateTrunc(Result, I.getType());
  }

  Value *shift128(Instruction::BinaryOps Op, Value *X, Value *Amount) {
    if (isa<Constant>(Amount)) return nullptr; // The backend supports constant shifts.
    auto [Low, High] = halves(X);
    Value *N = B.CreateAnd(B.CreateTrunc(Amount, I64), 63), *Rest = B.CreateSub(B.getInt64(63), N);
    Value *Wide = B.CreateICmpUGE(Amount, ConstantInt::get(I128, 64)), *Zero = B.getInt64(0);
    if (Op == Instruction::Shl) {
      Value *Up = B.CreateShl(Low, N);
      Value *Carried = B.CreateOr(B.CreateShl(High, N), B.CreateLShr(B.CreateLShr(Low, 1), Rest));
      return join(B.CreateSelect(Wide, Zero, Up), B.CreateSelect(Wide, Up, Carried));
    }
    Value *Down = B.CreateBinOp(Op, High, N);
    Value *Fill = Op == Instruction::AShr ? B.CreateAShr(High, 63) : Zero;
    Value *Carried = B.CreateOr(B.CreateLShr(Low, N), B.CreateShl(B.CreateShl(High, 1), Rest));
    return join(B.CreateSelect(Wide, Down, Carried), B.CreateSelect(Wide, Fill, Down));
  }

  Value *lowerInteger(BinaryOperator &Op) {
    Value *X = Op.getOperand(0), *Y = Op.getOperand(1);
    if (!Op.getType()->isIntegerTy()) return nullptr;
    unsigned Width = Op.getType()->getIntegerBitWidth();
    switch (Op.getOpcode()) {
    case Instruction::Mul: return Width > 64 ? multiply(X, Y) : nullptr;
    case Instruction::SDiv:
    case Instruction::SRem: {
      bool Remainder = Op.getOpcode() == Instruction::SRem;
      if (Width <= 64) return divideSigned(X, Y, Remainder);
      return Width == 128 ? divide128(Remainder ? "__sbf_srem" : "__sbf_sdiv", X, Y) : nullptr;
    }
    case Instruction::UDiv: return Width == 128 ? divide128("__sbf_udiv", X, Y) : nullptr;
    case Instruction::URem: return Width == 128 ? divide128("__sbf_urem", X, Y) : nullptr;
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr: return Width == 128 ? shift128(Op.getOpcode(), X, Y) : nullptr;
    default: return nullptr;
    }
  }

  // Double precision and conversions from 64-bit integers, which Solana's rent arithmetic needs.
  Value *lowerFloat() {
    Value *X = I.getOperand(0), *Y = I.getNumOperands() > 1 ? I.getOperand(1) : nullptr;
    bool FitsRegister = !X->getType()->isIntegerTy() || X->getType()->getIntegerBitWidth() <= 64;
    switch (I.getOpcode()) {
    case Instruction::FAdd: return call("__adddf3", F64, {X, Y});
    case Instruction::FSub: return call("__subdf3", F64, {X, Y});
    case Instruction::FMul: return call("__muldf3", F64, {X, Y});
    case Instruction::FDiv: return call("__divdf3", F64, {X, Y});
    case Instruction::UIToFP: return FitsRegister ? call("__floatundidf", F64, {B.CreateZExt(X, I64)}) : nullptr;
    case Instruction::SIToFP: return FitsRegister ? call("__floatdidf", F64, {B.CreateSExt(X, I64)}) : nullptr;
    default: return nullptr;
    }
  }

  Value *lower() {
    if (auto *Op = dyn_cast<BinaryOperator>(&I); Op && !I.getType()->isFPOrFPVectorTy()) return lowerInteger(*Op);
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call) return I.getType() == F64 && I.getNumOperands() ? lowerFloat() : nullptr;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::umul_with_overflow: return checkedMultiply(I.getOperand(0), I.getOperand(1), false);
    case Intrinsic::smul_with_overflow: return checkedMultiply(I.getOperand(0), I.getOperand(1), true);
    case Intrinsic::fptoui_sat: // the runtime's conversion saturates
      if (I.getType() != I64 || I.getOperand(0)->getType() != F64) return nullptr;
      return call("__fixunsdfdi", I64, {I.getOperand(0)});
    default: return nullptr;
    }
  }
};

} // namespace

Value *sbf::lowerArithmetic(Instruction &I) { return Arithmetic{I}.lower(); }
